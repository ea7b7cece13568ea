/**
 * A row of `commands.js`.
 *
 * @typedef {{ main: string, config?: string, may: string[], writes?: Written[] }} Command
 * @typedef {{ option: string, file?: string, folder?: string }} Written
 *
 * Where Wattbook, its packages and Deno are, whether it is the npm package, and how to follow links.
 *
 * @typedef {{ root: string, packages: () => string, isNpm: boolean, deno: string,
 *   realPath: (path: string) => string }} Host
 */

/**
 * How Deno finds the packages. They are already installed, so a command never asks a registry.
 *
 * @param {Command} command
 * @param {Host} host
 */
function packageFlags({ config }, { isNpm }) {
  // The npm package keeps them in Deno's cache, because its own folder may be read-only.
  if (isNpm) return ["--node-modules-dir=none", "--cached-only", "--frozen"];
  // `deno task` has installed those of the root.
  if (config === undefined) return ["--node-modules-dir=manual"];
  // With 'manual' the toolkit's files would load the root's copies, and `instanceof` would fail between
  // two copies of a class. With 'auto', commands that start together wait for each other for a moment;
  // 'quiet' keeps Deno from writing so among their own messages.
  return ["--node-modules-dir=auto", "--cached-only", "--frozen", "--quiet"];
}

/**
 * Arguments that start a command in Deno.
 *
 * @param {Command} command
 * @param {readonly string[]} args What a person wrote behind the command.
 * @param {Host} host
 * @returns {string[]}
 */
export function denoArguments(command, args, host) {
  const { main, config, may, writes = [] } = command;
  const folders = writes.flatMap((one) => writtenFolders(one, args, host.realPath));
  return [
    "run",
    "--no-prompt",
    "--ignore-env",
    ...packageFlags(command, host),
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
function placed(permission, config, { root, packages, deno }) {
  if (permission.endsWith("=deno")) return permission.replace("=deno", `=${escaped(deno)}`);
  if (!permission.endsWith("=node_modules")) {
    return permission.replace("<root>", escaped(root));
  }
  const installed = config === undefined ? packages() : `${root}${folderOf(config)}node_modules`;
  return permission.replace("=node_modules", `=${escaped(installed)}`);
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
