#!/bin/sh
# A base back-up, which the archive continues: base-backup.sh <folder of base back-ups> <archive> [how many to keep]
# It runs as a user who may replicate, with the server in PGHOST and PGUSER and the password in ~/.pgpass, on the machine that keeps the copies.
# What the oldest kept one does not need any more of the archive is deleted.
set -eu
umask 077
bases=$1
archive=$2
keep=${3:-8}
half=$bases/half
rm -rf "$half"
pg_basebackup --pgdata="$half" --checkpoint=fast --wal-method=stream --manifest-checksums=SHA256
pg_verifybackup --quiet "$half"
mv "$half" "$bases/$(date --utc +%Y-%m-%dT%H-%M-%SZ)"
sync "$bases"
cd "$bases"
# Folders are named by their time, so that the names sort.
for old in $(ls -d 20*Z | sort -r | tail -n "+$((keep + 1))"); do rm -rf "$old"; done
oldest=$(ls -d 20*Z | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\)).*/\1/p' "$oldest/backup_label")
# Copies that a power cut left half done.
find "$archive" -name '*.part.*' -mtime +1 -delete
pg_archivecleanup -x .gz "$archive" "$first"
