# The commands of Wattbook. From the root of the repository:
#   docker build -t wattbook .
#   docker run --rm --read-only --user "$(id -u)" -v "$PWD:/data" wattbook report
#
# The image holds Deno, the commands, their packages and both demo households, and nothing else:
# no shell, no package manager. It runs without privileges and writes to /data only. A .env in /data is
# read, as in a clone.

# Base images by digest, the same as in alerts/deploy: a tag may move.
FROM denoland/deno:2.9.6@sha256:2014dc167ece617ef7e7ba40631ac2234c59e75ce693e7cc2dc2602b3c87859d AS build
WORKDIR /app
COPY deno.json deno.lock ./
RUN ["deno", "install", "--frozen"]
COPY bin ./bin
COPY src ./src
COPY data/fixtures/demo ./data/fixtures/demo
COPY data/fixtures/demo-battery ./data/fixtures/demo-battery
RUN ["mkdir", "/data"]

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
COPY --from=build /usr/bin/deno /bin/deno
COPY --from=build /app /app
COPY --from=build --chown=65534:65534 /data /data
# Deno asks where its cache would be; there is none, and none is needed.
ENV DENO_DIR=/deno-dir
ENV DENO_NO_UPDATE_CHECK=1
USER 65534:65534
WORKDIR /data
VOLUME /data
# The launcher starts each command with its own permissions (bin/commands.js).
ENTRYPOINT ["/bin/deno", "run", "--no-prompt", "--no-config", "-R", "--allow-run", "/app/bin/wattbook.js"]
CMD ["report"]
