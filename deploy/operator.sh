#!/bin/sh
# Runs the operator's commands with the service's settings: operator.sh [--owner] COMMAND. --owner signs in
# to the database as the owner, which only `migrate` and `restore` need. If root calls it, the command runs
# as the service's account. A member of staff calls it without sudo: it asks sudo itself (deploy/sudoers).
# A file in the arguments is opened before that, with the caller's rights and relative to the caller's folder.
set -eu
release=${RELEASE:-/opt/carbon-passport/current}
exec "${NODE:-$release/node_modules/node/bin/node}" "$release/operator/run-as-service.ts" "$@"
