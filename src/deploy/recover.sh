#!/bin/sh
# Prepares a second cluster with the state of a moment: recover.sh <base back-up> <archive> <moment> <new data folder>
# The moment is such as "2026-11-29T13:05:00Z", or "latest" for all that the archive has. It runs as the user of PostgreSQL, and changes neither
# the base back-up nor the archive. The cluster is then started: it refuses to open where the archive ends or is broken before the moment.
set -eu
umask 077
base=$1
archive=$2
# PostgreSQL takes no Z here.
moment=$(echo "$3" | sed 's/Z$/+00/')
data=$4
if [ -e "$data" ]; then
  echo "$data exists already" >&2
  exit 1
fi
pg_verifybackup --quiet "$base"
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\)).*/\1/p' "$base/backup_label")
# Without a moment PostgreSQL would take a gap for the end.
if [ "$moment" = latest ]; then
  wanted=$(echo "$first" | cut -c 9-)
  for file in $(ls "$archive" | sed -n 's/^[0-9A-F]\{8\}\([0-9A-F]\{16\}\)\.gz$/\1/p' | sort -u); do
    if [ "$file" \< "$wanted" ]; then continue; fi
    if [ "$file" != "$wanted" ]; then
      echo "the archive lacks $wanted" >&2
      exit 1
    fi
    for each in "$archive"/*"$file.gz"; do
      if ! gunzip -t "$each"; then
        echo "$each is damaged" >&2
        exit 1
      fi
    done
    high=$(echo "$file" | cut -c 1-8)
    low=$(echo "$file" | cut -c 15-16)
    if [ "$low" = FF ]; then wanted=$(printf '%08X%08X' $((0x$high + 1)) 0); else wanted=$(printf '%s%08X' "$high" $((0x$low + 1))); fi
  done
fi
cp -a "$base" "$data"
{
  # A file that is there and cannot be read, or a full disk, ends the recovery: 1 would be the end of the archive.
  echo "restore_command = 'test -e \"$archive/%f.gz\" || exit 1; gunzip -c \"$archive/%f.gz\" > \"%p\" || exit 255'"
  if [ "$moment" = latest ]; then
    echo "recovery_target_time = ''"
  else
    echo "recovery_target_time = '$moment'"
  fi
  echo "recovery_target_action = promote"
  # What Patroni had written for the former machine and its standby. The server of the exchange refuses a state that no restore has taken over.
  echo "listen_addresses = 'localhost'"
  echo "unix_socket_directories = '/tmp'"
  echo "hba_file = '$data/pg_hba.conf'"
  echo "ident_file = '$data/pg_ident.conf'"
  echo "synchronous_standby_names = ''"
  echo "kimia.recovered = '$(date --utc +%Y-%m-%dT%H:%M:%SZ)'"
  # Nobody reads a state before the moment, and the archive of the former cluster gets nothing from this one.
  echo "hot_standby = off"
  echo "archive_mode = off"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "$data is ready to be started."
