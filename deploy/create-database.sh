#!/bin/sh
# The image postgres runs this for an empty volume. Creates the role of the site, which is not a
# superuser, and its database. The superuser gets no password, so it can connect only within the
# container.
set -eu
psql -v ON_ERROR_STOP=1 --username=postgres --dbname=postgres -v password="$POSTGRES_PASSWORD" <<'SQL'
create role website login password :'password';
create database website owner website;
alter role postgres password null;
SQL
