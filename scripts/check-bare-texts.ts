// Checks that no text of the web app can be taken away from React by a browser's translator
// (scripts/bare-texts.ts).
import { resolve } from 'node:path'
import { findBareTexts } from './bare-texts.ts'

const isOfProduct = (file: string) =>
  file.endsWith('.tsx') && !/\.test\.tsx$|\/test-[^/]+$|\/node_modules\//.test(file)

const { found, files } = findBareTexts(resolve('tsconfig.web.json'), isOfProduct)
for (const each of found) console.error(each)
console.log(`${files} files read, ${found.length} texts that a translator could take away`)
if (files === 0 || found.length > 0) process.exitCode = 1
