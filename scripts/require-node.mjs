// Exits with an error message if Node is too old. Every Node with support for modules must be able to parse
// this file: it has no newer syntax and no imports.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    'Carbon Passport needs Node 20 or newer, and this is ' +
      process.version +
      '. Install one from https://nodejs.org and start again.',
  )
  process.exit(1)
}
