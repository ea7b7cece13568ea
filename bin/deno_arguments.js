/**
 * A row of `commands.js`.
 *
 * @typedef {{ main: string, config?: string, may: string[], writes?: Written[] }} Command
 * @typedef {{ option: string, file?: string, folder?: string }} Written
 */

/** Packages are installed before: a command never asks a registry. */
const INSTALLED = ["--node-modules-dir=manual"];

/**
 * The same for packages beside another configuration. With 'manual' the toolkit's files would take
 * the copies of the root, and an error of one copy is no instance of the other's class. 'auto' is
 * slower to start.
 */
const INSTALLED_ELSEWHERE = ["--node-modules-dir=auto", "--cached-only", "--frozen"];

/**
 * Arguments that start a command in Deno.
 *
 * @param {Command} command
 * @param {readonly string[]} args What a person wrote behind the command.
 * @param {{ root: string, deno: string, realPath: (path: string) => string }} host Where Wattbook and
 * Deno are, and how to follow links.
 * @returns {string[]}
 */
export function denoArguments({ main, config, may, writes = [] }, args, host) {
  const folders = writes.flatMap((one) => writtenFolders(one, args, host.realPath));
  return [
    "run",
    "--no-prompt",
    "--ignore-env",
    ...(config === undefined ? INSTALLED : INSTALLED_ELSEWHERE),
    `--config=${host.root}${config ?? "deno.json"}`,
    `--preload=${host.root}bin/end_with_launcher.js`,
    ...may.map((one) => placed(one, config, host)),
    ...(folders.length > 0
      ? [`--allow-write=${[...new Set(folders)].map(escaped).join(",")}`]
      : []),
    host.root + main,
    ...args,
  ];
}

/** Names in a permission that mean a place of this machine. */
function placed(permission, config = "", { root, deno }) {
  const house = root + config.slice(0, config.lastIndexOf("/") + 1);
  return permission
    .replace("=node_modules", `=${escaped(house)}node_modules`)
    .replace("=deno", `=${escaped(deno)}`);
}

/** The folders in which a command writes: of the files, or the folders, that an option names. */
function writtenFolders({ option, file, folder }, args, realPath) {
  const given = args.flatMap((arg, index) =>
    arg === option ? args.slice(index + 1, index + 2) : valueBehind(arg, `${option}=`)
  );
  const standard = file ?? folder;
  const paths = given.length === 0 && standard !== undefined ? [standard] : given;
  return paths.filter((path) => path !== "" && path !== "-").flatMap((path) =>
    [path, realPath(path)].map((one) => folder === undefined ? folderOf(one) : one)
  );
}

function valueBehind(arg, start) {
  return arg.startsWith(start) ? [arg.slice(start.length)] : [];
}

function folderOf(path) {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return end < 0 ? "." : path.slice(0, end + 1);
}

/** Deno separates paths by commas. */
function escaped(path) {
  return path.replaceAll(",", ",,");
}
