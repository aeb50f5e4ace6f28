import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine.ts";

/** An image of a registry, made from Debian's packages: a Dockerfile, and the files next to it. */
type StandIn = {
  image: string;
  dockerfile: string;
  files?: Record<string, string>;
  copied?: Record<string, string>;
};

const certificates = "/etc/ssl/certs/ca-certificates.crt";

const postgres = `#!/bin/sh
set -eu
export PGDATA=/var/lib/postgresql/data PATH="$(echo /usr/lib/postgresql/*/bin):$PATH"
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -m 700 "$PGDATA"
  echo "$POSTGRES_PASSWORD" >/tmp/password && chown postgres /tmp/password
  as initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --auth-local=trust
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  as pg_ctl start --wait -o "-c listen_addresses= -c unix_socket_directories=/tmp"
  as createdb --host=/tmp --username="$POSTGRES_USER" "$POSTGRES_DB"
  as pg_ctl stop --wait
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -c listen_addresses='*'
`;

/** A monitor, a storage daemon on the volume, and a gateway on the port of the sample. */
const store = `#!/bin/sh
set -eu
cd /data
secret=$ROOT_SECRET_KEY name=client.rgw.a
if [ ! -e ready ]; then
  cluster=$(cat /proc/sys/kernel/random/uuid) disk=$(cat /proc/sys/kernel/random/uuid)
  rm -rf mon osd monmap keyring
  mkdir mon osd
  cat >ceph.conf <<END
[global]
fsid = $cluster
mon host = [v2:127.0.0.1:3300]
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
keyring = /data/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 2000
osd crush chooseleaf type = 0
osd objectstore = bluestore
bluestore block size = 10737418240
osd class dir = /usr/lib/$(uname -m)-linux-gnu/rados-classes
osd class load list = *
run dir = /data
admin socket =
log file = /data/\\$name.log
pid file =
[mon.a]
mon data = /data/mon
[osd.0]
osd data = /data/osd
public addr = 127.0.0.1
cluster addr = 127.0.0.1
END
  for one in mon. client.admin $name osd.0; do
    create=; [ "$one" = mon. ] && create=--create-keyring
    ceph-authtool keyring $create --gen-key -n "$one" --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  done
  monmaptool --create --fsid "$cluster" --addv a '[v2:127.0.0.1:3300]' monmap
  ceph-mon -c ceph.conf --mkfs -i a --monmap monmap --keyring keyring
  ceph-mon -c ceph.conf -i a -f &
  ceph -c ceph.conf osd new "$disk" 0
  ceph-osd -c ceph.conf -i 0 --mkfs --osd-uuid "$disk"
  ceph-osd -c ceph.conf -i 0 -f &
  radosgw-admin -c ceph.conf -n $name user create --uid=attestamp --display-name=attestamp \\
    --access-key="$ROOT_ACCESS_KEY" --secret-key="$secret"
  touch ready
else
  ceph-mon -c ceph.conf -i a -f &
  ceph-osd -c ceph.conf -i 0 -f &
fi
exec radosgw -c ceph.conf -n $name --no-mon-config -f --rgw-frontends="beast port=7070"
`;

/** A program that a shell starts in the image. */
const script = (packages: string, name: string) => `FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends ${packages}
COPY ${name} /usr/local/bin/${name}
RUN chmod 755 /usr/local/bin/${name}
ENTRYPOINT ["${name}"]
`;

const standIns: readonly StandIn[] = [
  {
    image: "oven/bun:1.4.5",
    dockerfile: `FROM debian:trixie-slim
COPY bun /usr/local/bin/bun
COPY certificates.crt ${certificates}
ENV NODE_EXTRA_CA_CERTS=${certificates}
`,
    copied: { bun: process.execPath, "certificates.crt": certificates },
  },
  {
    image: "caddy:2",
    dockerfile: `FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends caddy
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`,
  },
  {
    image: "postgres:18",
    dockerfile: script("postgresql", "start-postgres"),
    files: { "start-postgres": postgres },
  },
  {
    image: "versity/versitygw:latest",
    dockerfile: script("ceph-mon ceph-osd ceph-common radosgw", "start-store"),
    files: { "start-store": store },
  },
];

/**
 * Makes the images that the samples would pull, since no registry may be reached: `debian:trixie-slim` from
 * debootstrap, Bun as it runs here, and Debian's own Caddy, PostgreSQL and, as the S3 store, Ceph.
 */
export async function makeStandIns(machine: Machine, debian: string): Promise<void> {
  await Bun.$`tar -C ${debian} -cf ${machine.path("/srv/debian.tar")} .`;
  await machine.type("docker import /srv/debian.tar debian:trixie-slim && rm /srv/debian.tar");
  for (const [at, { image, dockerfile, files = {}, copied = {} }] of standIns.entries()) {
    const folder = `/srv/stand-in-${at}`;
    mkdirSync(machine.path(folder));
    for (const [name, text] of Object.entries({ Dockerfile: dockerfile, ...files }))
      writeFileSync(join(machine.path(folder), name), text);
    for (const [name, source] of Object.entries(copied))
      copyFileSync(source, join(machine.path(folder), name));
    await machine.type(`docker build --quiet --tag ${image} ${folder}`);
  }
}
