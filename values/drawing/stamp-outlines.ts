// Holds the outlines of visa stamps as SVG path data in a square of 120 units.
import type { StampShape } from '#values/lists/achievements.ts'

export type StampLine = { readonly path: string; readonly width: number }

export const stampOutlines: Readonly<Record<StampShape, readonly StampLine[]>> = {
  round: [
    { path: 'M7 60a53 53 0 1 0 106 0a53 53 0 1 0-106 0Z', width: 2.6 },
    { path: 'M13 60a47 47 0 1 0 94 0a47 47 0 1 0-94 0Z', width: 1 },
  ],
  oval: [
    { path: 'M3 60a57 43 0 1 0 114 0a57 43 0 1 0-114 0Z', width: 2.6 },
    { path: 'M9 60a51 37 0 1 0 102 0a51 37 0 1 0-102 0Z', width: 1 },
  ],
  hex: [
    { path: 'M60 5 108 33V87L60 115 12 87V33Z', width: 2.6 },
    { path: 'M60 13 101 37V83L60 107 19 83V37Z', width: 1 },
  ],
  date: [
    { path: 'M6 28H114V92H6Z', width: 2.6 },
    { path: 'M6 38H114M6 82H114', width: 1 },
    { path: 'M12 33h20M88 87h20M50 87h20M50 33h20M88 33h20M12 87h20', width: 2.4 },
  ],
  rect: [
    {
      path: 'M12 20h96a7 7 0 0 1 7 7v66a7 7 0 0 1-7 7H12a7 7 0 0 1-7-7V27a7 7 0 0 1 7-7Z',
      width: 2.6,
    },
    {
      path: 'M14.5 26h91a3.5 3.5 0 0 1 3.5 3.5v61a3.5 3.5 0 0 1-3.5 3.5h-91a3.5 3.5 0 0 1-3.5-3.5v-61a3.5 3.5 0 0 1 3.5-3.5Z',
      width: 1,
    },
  ],
}
