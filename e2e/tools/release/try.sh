#!/bin/sh
# try.sh FOLDER: starts the program of an unpacked archive. Needs nothing but a shell, so that it runs on every platform.
set -eu
cd "$1"

if [ -e attestamp.exe ]; then
  ./attestamp.exe version
  ./attestamp.exe attest --help >help.txt
  if ./attestamp.exe serve 2>refusal.txt; then exit 1; fi
  grep "run the server on Linux" refusal.txt
  exit 0
fi

./attestamp version
export DATA_DIR="$PWD/data" PORT=3999 ORIGIN=http://localhost:3999 CONVERTER=off LOG_LEVEL=warn
./attestamp serve &
server=$!
tries=0
until ./attestamp health; do
  kill -0 "$server"
  tries=$((tries + 1))
  if [ "$tries" -gt 60 ]; then exit 1; fi
  sleep 1
done
kill "$server"
wait "$server"
echo "The server of $1 started and stopped."
