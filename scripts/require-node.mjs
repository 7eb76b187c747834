// Stops with a sentence on a Node that is too old. It must be readable by any Node that knows
// modules: no newer syntax, no imports.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    'Carbon Passport needs Node 20 or newer, and this is ' +
      process.version +
      '. Install one from https://nodejs.org and start again.',
  )
  process.exit(1)
}
