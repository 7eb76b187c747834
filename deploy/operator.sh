#!/bin/sh
# The operator's command line with the service's settings: operator.sh [--owner] COMMAND. With --owner it
# signs in to the database as the owner, which only `migrate` and `restore` need. As root the command runs
# as the service's account; the file that it names is opened before, with the caller's rights, from the
# caller's folder.
set -eu
release=${RELEASE:-/opt/carbon-passport/current}
exec "${NODE:-$release/node_modules/node/bin/node}" "$release/operator/run-as-service.ts" "$@"
