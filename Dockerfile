# The image has the executable and what it needs for Word documents. `--build-arg OFFICE=without` leaves out LibreOffice
# and its fonts: such an image is much smaller, and refuses Word documents. See docs/install.md.
ARG OFFICE=with

FROM oven/bun:1.4.5 AS build
WORKDIR /build
COPY package.json bun.lock bunfig.toml tsconfig.json LICENSE ./
RUN bun install --frozen-lockfile
COPY db ./db
COPY src ./src
COPY web ./web
# `docker build --build-arg COMMIT="$(git rev-parse --short=12 HEAD)" .` lets the program say what it was built from.
ARG COMMIT=
RUN bun run build "$COMMIT"

FROM debian:trixie-slim AS without-office
# CA certificates for mail, payments and external time-stamp authorities; the sandbox for documents.
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates bubblewrap \
 && rm -rf /var/lib/apt/lists/*
# The pages then promise no Word documents.
ENV CONVERTER=off

FROM without-office AS with-office
# The packages of src/platform/office/install-libreoffice.ts.
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      libreoffice-writer-nogui libreoffice-math-nogui python3-uno \
      fonts-liberation2 fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea \
      fonts-dejavu-core fonts-noto-core fonts-noto-cjk \
 && rm -rf /var/lib/apt/lists/*
ENV CONVERTER=auto

FROM ${OFFICE}-office
LABEL org.opencontainers.image.title="Attestamp" \
      org.opencontainers.image.description="Document timestamping and attestation" \
      org.opencontainers.image.version="1.1.0-dev" \
      org.opencontainers.image.licenses="AGPL-3.0-only"
RUN groupadd --system --gid 10001 attestamp \
 && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin attestamp \
 && install -d -o attestamp -g attestamp -m 700 /data
COPY --from=build /build/dist/attestamp /opt/attestamp/attestamp
# The libraries are in the image, so that /data and /tmp may be mounted noexec.
RUN /opt/attestamp/attestamp unpack-libraries \
 && ln -s /opt/attestamp/attestamp /usr/local/bin/attestamp
ENV DATA_DIR=/data
USER attestamp
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["attestamp", "health"]
ENTRYPOINT ["attestamp"]
CMD ["serve"]
