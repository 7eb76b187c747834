// Signs passes from files in memory with the rival passkit-generator, as its documentation describes.
import { PKPass } from 'passkit-generator'

export function signPass(files, certificates) {
  return new PKPass({ ...files }, certificates).getAsBuffer()
}
