// Before the tests: the texts as functions, so that a clone on which nothing is built yet can be
// tested. It must not build more than that.
import { compileTexts } from '#texts/compile-texts.ts'

export function setup(): void {
  compileTexts()
}
