#!/bin/sh
# Makes a container (LXC) with Debian 13, Attestamp and Caddy on a Proxmox VE host. Type as root on the host:
#
#   sh proxmox.sh ARCHIVE SITE [ID]
#
# ARCHIVE is attestamp-VERSION-linux-x64.tar.gz of a release, which you have checked as docs/install.md says. SITE is the
# name that people use, such as stamps.example.org; its ports 80 and 443 must lead to the container. ID is the number of
# the new container; by default, the next free one. Variables choose where: STORAGE=local-lvm, TEMPLATES=local,
# BRIDGE=vmbr0. All data is in /var/lib/attestamp of the container.
set -eu

archive=${1:?Which archive?}
site=${2:?Which host name?}
id=${3:-$(pvesh get /cluster/nextid)}
storage=${STORAGE:-local-lvm}
templates=${TEMPLATES:-local}

case $site in *[!a-zA-Z0-9.-]* | '' | -*) echo "$site is no host name." >&2 && exit 1 ;; esac
tar -tzf "$archive" >/dev/null

pveam update
template=$(pveam available --section system | awk '$2 ~ /^debian-13-standard_/ { print $2 }' | sort -V | tail -n 1)
if [ -z "$template" ]; then
  echo "Proxmox offers no template of Debian 13." >&2
  exit 1
fi
pveam list "$templates" | grep -q "$template" || pveam download "$templates" "$template"

# Documents are opened in sandboxes of their own, which take nested namespaces.
pct create "$id" "$templates:vztmpl/$template" --hostname attestamp --unprivileged 1 --features nesting=1 \
  --cores 2 --memory 2048 --swap 512 --rootfs "$storage:16" --onboot 1 \
  --net0 "name=eth0,bridge=${BRIDGE:-vmbr0},ip=dhcp,ip6=auto"
pct start "$id"
pct push "$id" "$archive" /root/attestamp.tar.gz

pct exec "$id" -- sh -eu -c '
tries=0
until getent hosts deb.debian.org >/dev/null; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { echo "The container has no network." >&2; exit 1; }
  sleep 1
done
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends ca-certificates caddy bubblewrap \
  libreoffice-writer-nogui libreoffice-math-nogui python3-uno \
  fonts-liberation2 fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea \
  fonts-dejavu-core fonts-noto-core fonts-noto-cjk
mkdir -p /root/release
tar -xzf /root/attestamp.tar.gz -C /root/release --strip-components=1
cd /root/release
install -m 755 attestamp /usr/local/bin/attestamp
install -m 644 attestamp.service /etc/systemd/system/attestamp.service
install -m 644 Caddyfile /etc/caddy/Caddyfile
sed -i "s/{\$SITE:localhost}/$1/" /etc/caddy/Caddyfile
useradd --system attestamp
printf "ORIGIN=https://%s\nTRUST_PROXY=on\nHOST=127.0.0.1\n" "$1" >/etc/attestamp.env
systemctl daemon-reload
systemctl enable --now attestamp
systemctl reload-or-restart caddy
rm -r /root/release /root/attestamp.tar.gz
' sh "$site"

run="set -a; . /etc/attestamp.env; DATA_DIR=/var/lib/attestamp attestamp"
echo "https://$site answers once its name leads to the container. Create an administrator, and look for problems:"
echo "  pct exec $id -- sh -c '$run admin create NAME'"
echo "  pct exec $id -- sh -c '$run doctor'"
