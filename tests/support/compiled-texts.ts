// Compiles the texts to functions before the tests, so that a clone without a build can be tested.
// It builds no other part.
import { compileTexts } from '#texts/compile-texts.ts'

export function setup(): void {
  compileTexts()
}
