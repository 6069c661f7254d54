#!/bin/sh
# PostgreSQL's archive_command: keeps a finished file of its log for ever, on a disk of another machine:
#   archive_command = '/opt/kimia/src/deploy/archive-wal.sh %p /mnt/archive/%f'
# It succeeds only once the file is on the disk under its name, and never replaces another one: PostgreSQL tries again until then. A file of one
# quiet minute is some 20 kB when compressed. pgBackRest is the good alternative once copying the whole database takes too long.
set -eu
umask 077
from=$1
to=$2.gz
if [ -e "$to" ]; then
  gunzip -c "$to" | cmp -s - "$from" && exit 0
  echo "$to is there already, with other contents" >&2
  exit 1
fi
# A former primary that was only frozen may be copying the same file.
part=$(mktemp "$2.part.XXXXXX")
trap 'rm -f "$part"' EXIT
gzip -1 -c "$from" >"$part"
sync "$part"
# A link fails where the name is taken, a move would replace it.
ln "$part" "$to"
sync "$(dirname "$to")"
