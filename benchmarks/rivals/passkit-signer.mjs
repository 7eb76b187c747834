// The rival of signed passes: passkit-generator, as its documentation makes a pass of files in memory.
import { PKPass } from 'passkit-generator'

export function signPass(files, certificates) {
  return new PKPass({ ...files }, certificates).getAsBuffer()
}
