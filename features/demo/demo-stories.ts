// Lists the people of the demonstration's console, and what each of them does. Every test card and number of the sandboxes
// that makes work for staff occurs once.
import { unreachablePhone } from '#providers/sms/sms-sandbox.ts'
import type { DemoOrder } from './demo-person.ts'

export type DemoStory = {
  /** The nickname, which is set last: a person who has it has done everything. */
  readonly nickname: string
  readonly phone: string
  readonly purchases: readonly (Omit<DemoOrder, 'batch'> & {
    /** Names the purchase, so that it happens once. */
    readonly key: string
    /** True if staff refund it. */
    readonly isRefunded?: boolean
  })[]
  /** True if staff block the number. */
  readonly isBlocked?: boolean
}

const card = {
  pays: '4242424242424242',
  disputed: '4000000000000259',
  warned: '4000000000005423',
  refundFails: '4000000000005126',
  refundWaits: '4000000000007726',
} as const

const phoneOf = (last: number) => `+4474009901${String(last).padStart(2, '0')}`

export const receiverPhone = phoneOf(3)
const waitingPhone = phoneOf(90)

export const demoStories: readonly DemoStory[] = [
  {
    ...{ nickname: 'Ada', phone: phoneOf(1) },
    purchases: [
      { key: 'card', kilograms: 60, card: card.pays },
      { key: 'wallet', kilograms: 15 },
      { key: 'both', kilograms: 100, card: card.pays, walletFirst: true },
    ],
  },
  { ...{ nickname: 'Cem', phone: receiverPhone }, purchases: [] },
  {
    ...{ nickname: 'Ben', phone: phoneOf(2) },
    purchases: [
      {
        ...{ key: 'gift', kilograms: 40, card: card.pays },
        gift: { phone: receiverPhone, note: 'For the train you took' },
      },
      {
        ...{ key: 'waiting-gift', kilograms: 40, card: card.pays },
        gift: { phone: waitingPhone, note: 'Happy birthday' },
      },
      {
        ...{ key: 'unreached-gift', kilograms: 40, card: card.pays },
        gift: { phone: unreachablePhone, note: 'Thank you' },
      },
    ],
  },
  {
    ...{ nickname: 'Dana', phone: phoneOf(4) },
    purchases: [{ key: 'disputed', kilograms: 80, card: card.disputed }],
  },
  {
    ...{ nickname: 'Emil', phone: phoneOf(5) },
    purchases: [{ key: 'warned', kilograms: 80, card: card.warned }],
  },
  {
    ...{ nickname: 'Femi', phone: phoneOf(6) },
    purchases: [{ key: 'refund-fails', kilograms: 80, card: card.refundFails, isRefunded: true }],
  },
  {
    ...{ nickname: 'Gita', phone: phoneOf(7) },
    purchases: [{ key: 'refund-waits', kilograms: 80, card: card.refundWaits, isRefunded: true }],
  },
  {
    ...{ nickname: 'Ines', phone: phoneOf(9) },
    purchases: [{ key: 'tonnes', kilograms: 2_500, card: card.pays }],
  },
  { ...{ nickname: 'Hugo', phone: phoneOf(8) }, purchases: [], isBlocked: true },
]
