# The image has the executable and what it needs for Word documents. See docs/install.md.
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

FROM debian:trixie-slim
LABEL org.opencontainers.image.title="Attestamp" \
      org.opencontainers.image.description="Document timestamping and attestation" \
      org.opencontainers.image.version="1.1.0-dev" \
      org.opencontainers.image.licenses="AGPL-3.0-only"
# The packages of src/platform/office/install-libreoffice.ts; CA certificates for mail, payments and
# external time-stamp authorities.
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ca-certificates \
      libreoffice-writer-nogui libreoffice-math-nogui bubblewrap python3-uno \
      fonts-liberation2 fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea \
      fonts-dejavu-core fonts-noto-core fonts-noto-cjk \
 && rm -rf /var/lib/apt/lists/*
RUN groupadd --system --gid 10001 attestamp \
 && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin attestamp \
 && install -d -o attestamp -g attestamp -m 700 /data
COPY --from=build /build/dist/attestamp /opt/attestamp/attestamp
# The libraries are in the image, so that /data and /tmp may be mounted noexec.
RUN /opt/attestamp/attestamp unpack-libraries \
 && ln -s /opt/attestamp/attestamp /usr/local/bin/attestamp
ENV DATA_DIR=/data CONVERTER=auto
USER attestamp
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["attestamp", "health"]
ENTRYPOINT ["attestamp"]
CMD ["serve"]
