import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { sessionQuery } from '#client/entities/session/session.ts'
import { getAccount } from '#contract/account.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()

let client = new QueryClient()
let asked = 0
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  localStorage.clear()
  mark(undefined)
  asked = 0
})

/** Sets or clears the mark as an answer of the server does. */
function mark(value: string | undefined): void {
  Object.assign(document, { cookie: `${SESSION_MARK}=${value ?? ''}; path=/${value ? '' : '; max-age=0'}` })
}

function answerWith(answer: 'a user' | 'a visitor'): void {
  server.use(
    mockEndpoint(getAccount, () => {
      asked += 1
      return answer === 'a user' ? { baseDTO: person() } : refuseWith('UNAUTHENTICATED')
    }),
  )
}

const whoIsThere = () => client.fetchQuery({ ...sessionQuery(), staleTime: 0 })

test('a browser without a session asks the server nothing', async () => {
  answerWith('a user')
  expect(await whoIsThere()).toBeNull()
  expect(asked).toBe(0)
})

test('a browser with one asks once', async () => {
  mark('first')
  answerWith('a user')
  expect(await whoIsThere()).toMatchObject({ mobileNumber: person().mobileNumber })
  expect(asked).toBe(1)
})

test('a session that the server has ended is asked about once, and the next one again', async () => {
  mark('first')
  answerWith('a visitor')
  expect(await whoIsThere()).toBeNull()
  expect(await whoIsThere()).toBeNull()
  expect(asked).toBe(1)
  mark('second')
  answerWith('a user')
  expect(await whoIsThere()).not.toBeNull()
})

test('a user whose cookies are gone is a visitor when the server says so', async () => {
  mark('first')
  answerWith('a user')
  await whoIsThere()
  mark(undefined)
  answerWith('a visitor')
  expect(await whoIsThere()).toBeNull()
  expect(asked).toBe(2)
})
