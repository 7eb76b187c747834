// Signs passes with the rival passkit-generator, from files in memory, as in its documentation.
import { PKPass } from 'passkit-generator'

export function signPass(files, certificates) {
  return new PKPass({ ...files }, certificates).getAsBuffer()
}
