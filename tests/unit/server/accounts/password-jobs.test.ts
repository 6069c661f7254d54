import { expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { createPasswordJobs } from '#server/accounts/password-jobs.ts'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const codeOf = (answer: unknown) => (answer instanceof Rejected ? answer.code : 'done')

test('what is more than can wait is refused at once, with the seconds after which a try makes sense', async () => {
  const jobs = createPasswordJobs({ cost: CHEAP, runningMax: 2, waitingMax: 3 })
  const answers = await Promise.all(Array.from({ length: 9 }, () => jobs.fits(undefined, 'Guess1234')))
  expect(answers.map(codeOf)).toEqual([...Array(5).fill('done'), ...Array(4).fill('SIGN_IN_BUSY')])
  expect(answers.at(-1)).toMatchObject({ retryAfterSeconds: 5 })
  expect(await jobs.fits(undefined, 'Guess1234')).toBe(false)
})

test('a known browser is served before all that wait, and has room of its own', async () => {
  const jobs = createPasswordJobs({ cost: { ...CHEAP, memoryCost: 4_096 }, runningMax: 1, waitingMax: 20 })
  const done: string[] = []
  const ask = async (name: string, known: boolean) => {
    const answer = await jobs.fits(undefined, 'Guess1234', { known })
    done.push(answer instanceof Rejected ? `${name} refused` : name)
  }
  const strangers = Array.from({ length: 22 }, (_, index) => ask(`stranger ${index}`, false))
  await Promise.all([...strangers, ask('owner', true)])
  expect(done[0]).toBe('stranger 21 refused')
  expect(done.indexOf('owner')).toBeLessThan(3)
})
