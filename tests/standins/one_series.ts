const NAME = "inverter_logger_online";

/** A server on a free loopback port that has one series with one sample, a minute old. */
export function serveOneSeries(): Deno.HttpServer<Deno.NetAddr> {
  const labels = { __name__: NAME, pod: "a" };
  const at = Math.floor(Date.now() / 1000) - 60;
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const isSeries = request.url.endsWith("/series");
    const wanted = isSeries || (await request.text()).includes(NAME);
    const result = wanted ? [{ metric: labels, values: [[at, "1"]] }] : [];
    const data = isSeries ? [labels] : { resultType: "matrix", result };
    return Response.json({ status: "success", data });
  });
}
