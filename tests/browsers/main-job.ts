// Walks the main flow in any browser: join, enter the code, buy 10 kg from the wallet, see the
// stamp, find it in the passport, sign out.
import { newPhone, Person } from '#tests/support/people/person.ts'
import type { Visitor } from './driver.ts'

const kg = 10

/** The page's errors, kept in its document, because a driver's scripts share no variables. */
const listen = `
  const { dataset } = document.documentElement
  for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation']) {
    window.addEventListener(kind, (event) => {
      const what = event.message ?? event.reason?.message ?? event.violatedDirective
      dataset.faults = (dataset.faults ?? '') + kind + ': ' + what + '\\n'
    })
  }`
const readFaults = 'return document.documentElement.dataset.faults ?? ""'

const isTooWide =
  'return document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** `look` is called at each step with its name. Throws at the first failing step. */
export async function walkMainJob(
  visitor: Visitor,
  url: string,
  projectId: string,
  look: (step: string) => Promise<void>,
): Promise<void> {
  async function pause(step: string): Promise<void> {
    await look(step)
    const faults = await visitor.read(readFaults)
    if (faults !== '') throw new Error(`${step}: ${faults}`)
    if (await visitor.read(isTooWide)) throw new Error(`${step} is wider than the window`)
  }
  async function open(path: string): Promise<void> {
    await visitor.open(`${url}${path}`)
    await visitor.read(listen)
  }
  const phone = newPhone()
  await open('/')
  await visitor.find('button', '^Join / Login$')
  await pause('landing')
  await visitor.type('^Phone number$', phone)
  await visitor.press('button', '^Join / Login$')
  await visitor.find('heading', '^Enter your code$')
  await visitor.type('^Code from the SMS$', await new Person(url, phone).readCode())
  await visitor.press('checkbox', '')
  await pause('code')
  await visitor.press('button', '^Verify$')
  await visitor.arriveAt('/app')
  await visitor.find('heading', '^Welcome')
  await pause('welcome')
  await visitor.press('button', '^Open without a name$')
  await visitor.find('heading', '^Achievements$')
  await pause('home-first-time')

  await open(`/app/projects/${projectId}`)
  await visitor.press('button', '^Buy Offsets$')
  await visitor.find('heading', '^Buy Offsets$')
  await visitor.press('radio', `^${kg}\\b`)
  await visitor.see('Your wallet covers the full amount')
  await pause('buy')
  await visitor.press('button', '^Reserve')
  const txId = await visitor.see('CP-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}')
  await pause('confirm')
  await visitor.type('^Retype the transaction ID$', txId)
  await visitor.press('button', '^Complete$')
  await visitor.find('heading', '^Stamped$')
  await pause('stamped')
  await visitor.press('button', '^Done$')

  await open('/app')
  await visitor.see(`${kg}\\s*kg CO`)
  await pause('home')
  await visitor.press('button', '^Log out$')
  await visitor.arriveAt('/')
  await visitor.find('button', '^Join / Login$')
}
