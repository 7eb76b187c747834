// Text with CO₂ in it. None of our faces draws the low 2, so that a system's own would stand out;
// a small figure stands for it, which readers speak all the same.
import { Fragment } from 'react'

export function Formula({ text }: { text: string }) {
  return text.split('₂').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>
      {index > 0 ? <sub>2</sub> : null}
      {part}
    </Fragment>
  ))
}
