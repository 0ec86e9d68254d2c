#!/bin/sh
# Run by the image postgres for an empty volume: creates the site's role, which is no superuser, and its
# database. The superuser gets no password, so that it can connect only within the container.
set -eu
psql -v ON_ERROR_STOP=1 --username=postgres --dbname=postgres -v password="$POSTGRES_PASSWORD" <<'SQL'
create role website login password :'password';
create database website owner website;
alter role postgres password null;
SQL
