// Lists characters that look like Latin letters, as hexadecimal code points. Written by
// tools/makers/text-tables from confusables.txt of UTS 39, version 17.0.0, © Unicode, Inc., SHA-256
// ec88ecebcf89f63f813d460842b0cf8322744b40a0b2c06f88a2cea48c0351ea.

export const confusables: Readonly<Record<string, string>> = {
  a: '251 3b1 430 391 410 13aa 15c5 a4ee 16f40 102a0',
  b: '184 42c 13cf 1472 15af 16eb6 a7b4 392 2c82 412 13f4 15f7 a4d0 10282 102a1 10301',
  c:
    '1d04 2ca5 441 1004 105a abaf 1043d 118e9 118f2 2ca4 421 13df a4da 102a2 10302 10415 ' +
    '1051c',
  d: '501 13e7 146f a4d2 13a0 15de 15ea a4d3',
  e: 'ab32 435 4bd 395 415 2d39 13ac a4f0 118a6 118ae 10286',
  f: 'ab35 a799 192 1e9d 584 a798 3dc 15b4 a4dd 118c2 118a2 10287 102a5 10525',
  g: '261 1d83 18d 581 50c 13c0 13f3 a4d6',
  h: '4bb 570 13c2 397 2c8e 41d 13bb 157c a4e7 102cf',
  i: '131 26a 269 3b9 2c93 456 a647 582 ab75 13a5 118c3 196 399 2c92 406 4c0 16eaa',
  j: '3f3 458 a7b2 37f 408 13ab 148d a4d9',
  k: '39a 2c94 41a 13e6 16d5 a4d7 10518',
  l:
    '661 6f1 10320 1e8c7 1c0 4cf 5d5 5df 627 7ca 2d4f 16c1 a4f2 16f28 1028a 10309 11dda 11de1 ' +
    '2cd0 13de 14aa a4e1 16f16 118a3 118b2 1041b 10526',
  m: '39c 3fa 2c98 41c 13b7 15f0 16d6 a4df 102b0 10311 118e3 11700',
  n: '578 57c 39d 2c9a a4e0 10513',
  o:
    '966 9e6 a66 ae6 b66 be6 c66 d66 e50 ed0 1040 17e0 114d0 665 6f5 1d0f 1d11 ab3d 3bf 3c3 ' +
    '2c9f 3ed 43e 10ff 585 5e1 647 6be 6c1 6d5 d20 101d 104ea 118c8 118d7 1042c 7c0 ce6 3007 ' +
    '118e0 39f 2c9e 41e 555 2d54 12d0 b20 104c2 a4f3 118b5 10292 102ab 10404 10516 11de0',
  p: 'fe 1bf 3c1 3f8 2ca3 2ccf 440 3a1 2ca2 2cce 420 13e2 146d a4d1 10295',
  q: '51b 563 566 2d55',
  r: 'ab47 ab48 1d26 2c85 433 ab81 1a6 13a1 13d2 104b4 1587 a4e3 16f35',
  s: 'a731 1bd 455 d1f abaa 118c1 10448 405 54f 13d5 13da a4e2 16f3a 10296 10420',
  t: '3a4 2ca6 422 13a2 a4d4 16f0a 118bc 10297 102b1 10315',
  u: 'a79f 1d1c ab4e ab52 28b 3c5 57d 104f6 118d8 54d 1200 104ce 144c a4f4 16f42 118b8',
  v: '1d20 3bd 475 5d8 11706 aba9 118c0 667 6f7 474 2d38 13d9 142f a6df a4e6 16f08 118a0 1051d',
  w: '26f 1d21 2cbd 461 448 51d 561 1170a 1170e 1170f ab83 118e6 118ef 51c 13b3 13d4 a4ea',
  x: '445 1541 157d 10322 118ec a7b3 3a7 2cac 425 2d5d 16b7 a4eb 10290 102b4 10317 10527',
  y:
    '263 1d8c 28f 1eff ab5a 3b3 2ca9 443 4af 10e7 118dc 3a5 2ca8 423 4ae 13a9 13bd a4ec 16f43 ' +
    '118a4 102b2',
  z: '1d22 ab93 118c4 118e5 102f5 396 13c3 a4dc 118a9',
}
