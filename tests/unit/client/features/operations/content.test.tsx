import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { EntryPage } from '#client/features/operations/content/entry-page.tsx'
import { words as en } from '#client/locales/en/content.ts'
import { words as fa } from '#client/locales/fa/content.ts'
import { words as operations } from '#client/locales/fa/operations.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getOperator } from '#contract/operations.ts'
import {
  getContentEntry,
  getPlaceholders,
  listContentVersions,
  previewContent,
  publishContent,
  saveContent,
  saveExchangeInfo,
} from '#contract/operations-content.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const at = '2026-11-22T08:00:00Z'
const operatorWith = (...roles: OperatorRole[]) =>
  mockEndpoint(getOperator, { baseDTO: { id: '9', name: 'Sara', roles, expiresAt: '2099-01-01T00:00:00Z' } })

/** An entry with the Persian text in this version, without an English one. */
const entry = (version: number, body: string) => {
  const text = { version, title: 'پرسش', body, contacts: null, at, by: version === 1 ? null : 'Omid' }
  const row = { title: 'پرسش', newest: version, published: 1, writtenAt: at }
  const missing = { title: '', newest: 0, published: null, writtenAt: null }
  return {
    baseDTO: {
      entry: { kind: 'FAQ' as const, slug: 'fees', position: 4, texts: { fa: row, en: missing } },
      newest: { fa: text, en: null },
    },
  }
}

beforeEach(() => {
  sessionStorage.clear()
  server.use(
    operatorWith('ADMIN'),
    mockEndpoint(getContentEntry, entry(1, 'پاسخ')),
    mockEndpoint(getPlaceholders, { content: [{ name: 'quickTradeFee', fa: '۰٫۳٪', en: '0.3%' }] }),
  )
})

const draw = () => drawClient(<EntryPage kind="FAQ" slug="fees" />)
const persian = async () => within(await screen.findByRole('form', { name: fa.language.fa }))

test('both languages stand side by side, and the one that nobody has written is marked', async () => {
  await draw()
  expect(await screen.findAllByRole('form')).toHaveLength(2)
  expect(screen.getByText(fa.status.missing)).toBeInTheDocument()
  expect(screen.getByText('{{quickTradeFee}}')).toBeInTheDocument()
})

test('what is typed is there after the page was drawn anew, and goes with the version that it was written over', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(saveContent, (call) => {
      sent.push(call)
      return { baseDTO: { version: 2, title: 'پرسش', body: 'پاسخ بهتر', contacts: null, at, by: 'Sara' } }
    }),
  )
  const { unmount } = await draw()
  const body = (await persian()).getByLabelText(new RegExp(`^${fa.field.body.slice(0, 3)}`))
  await userEvent.clear(body)
  await userEvent.type(body, 'پاسخ بهتر')
  unmount()
  await draw()
  const form = await persian()
  expect(form.getByDisplayValue('پاسخ بهتر')).toBeInTheDocument()
  server.use(mockEndpoint(getContentEntry, entry(2, 'پاسخ بهتر')))
  await userEvent.click(form.getByRole('button', { name: fa.save }))
  await waitFor(() => expect(form.queryByText(fa.unsaved)).toBeNull())
  expect(sent.map(({ body }) => body)).toEqual([{ title: 'پرسش', body: 'پاسخ بهتر', basedOn: 1 }])
})

test('a version is saved by an operator who may not publish: the words say who may', async () => {
  const saved = { version: 2, title: 'پرسش', body: 'پاسخ بهتر', contacts: null, at, by: 'Sara' }
  server.use(operatorWith('SUPPORT'), mockEndpoint(saveContent, { baseDTO: saved }))
  await draw()
  const form = await persian()
  await userEvent.type(form.getByDisplayValue('پاسخ'), ' بهتر')
  await userEvent.click(form.getByRole('button', { name: fa.save }))
  expect(await screen.findByText(fa.savedForAdmin.replace('{{version}}', '2'))).toBeInTheDocument()
})

test('where another operator was faster nothing is lost: both texts are there, and the choice is said', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(saveContent, (call) => {
      sent.push(call)
      server.use(mockEndpoint(getContentEntry, entry(2, 'پاسخ همکار')))
      return sent.length === 1
        ? refuseWith('CONTENT_CHANGED', { newest: 2 })
        : { baseDTO: { version: 3, title: 'پرسش', body: 'متن من', contacts: null, at, by: 'Sara' } }
    }),
  )
  await draw()
  const form = await persian()
  const body = form.getByDisplayValue('پاسخ')
  await userEvent.clear(body)
  await userEvent.type(body, 'متن من')
  await userEvent.click(form.getByRole('button', { name: fa.save }))
  expect(await form.findByText(fa.overtaken.text)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: fa.overtaken.show }))
  expect(form.getByText(/پاسخ همکار/)).toBeInTheDocument()
  expect(form.getByDisplayValue('متن من')).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: fa.overtaken.replace }))
  await userEvent.click(form.getByRole('button', { name: fa.save }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toMatchObject({ body: 'متن من', basedOn: 2 })
})

test('a preview of the server is sanitised once more before it is shown', async () => {
  server.use(
    mockEndpoint(previewContent, {
      baseDTO: {
        title: 'عنوان',
        html: '<p>سالم <img src=x onerror="window.hostile=1"></p><script>window.hostile=1</script>',
      },
    }),
  )
  await draw()
  const form = await persian()
  await userEvent.click(form.getByRole('radio', { name: fa.panel.preview }))
  const shown = await form.findByText(/سالم/)
  expect(shown.closest('article')?.querySelector('script, img, [onerror]')).toBeNull()
  expect(Reflect.get(window, 'hostile')).toBeUndefined()
})

test.each(['CONTENT_TOO_LONG', 'CONTENT_PLACEHOLDER_UNKNOWN', 'CONTENT_NOT_FOUND', 'CONTENT_EMPTY'] as const)(
  'the sentence of %s stands in the editor',
  async (code) => {
    server.use(mockEndpoint(saveContent, refuseWith(code)))
    await draw()
    const form = await persian()
    await userEvent.type(form.getByDisplayValue('پاسخ'), '!')
    await userEvent.click(form.getByRole('button', { name: fa.save }))
    expect(await form.findByText(REFUSALS[code].fa)).toBeInTheDocument()
  },
)

test('publishing asks for a reason and names the version that it replaces', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(getContentEntry, entry(12, 'پاسخ')),
    mockEndpoint(listContentVersions, ({ query }) => {
      const version = Number(query.before) - 1
      const body = version === 12 ? 'پاسخ\nسطر جدید' : 'پاسخ\nسطر قدیمی'
      const baseDTO = { published: 1, publications: [] }
      return { content: [{ version, title: 'پرسش', body, contacts: null, at, by: null }], baseDTO }
    }),
    mockEndpoint(publishContent, (call) => {
      sent.push(call)
      return { baseDTO: { id: null } }
    }),
  )
  await draw()
  const form = await persian()
  await userEvent.click(form.getByRole('button', { name: fa.publish.newest.replace('{{version}}', '۱۲') }))
  const sheet = within(await screen.findByRole('dialog'))
  const changes = within(await sheet.findByRole('region', { name: fa.diff.title }))
  expect((await changes.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    `−${fa.diff.removed}سطر قدیمی`,
    `+${fa.diff.added}سطر جدید`,
  ])
  await userEvent.type(sheet.getByLabelText(new RegExp(operations.act.reason)), 'پاسخ روشن‌تر')
  await userEvent.click(sheet.getByRole('button', { name: fa.publish.action }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ version: 12, replaces: 1, reason: 'پاسخ روشن‌تر' })
})

test('support may write and not publish; who only reads has no button that changes anything', async () => {
  server.use(operatorWith('SUPPORT'), mockEndpoint(getContentEntry, entry(2, 'پاسخ')))
  const { unmount } = await draw()
  const form = await persian()
  expect(form.getByRole('button', { name: fa.save })).toBeInTheDocument()
  expect(form.queryByRole('button', { name: new RegExp(fa.publish.action) })).toBeNull()
  unmount()
  server.use(operatorWith('READ'), mockEndpoint(previewContent, { baseDTO: { title: 'عنوان', html: '<p>متن</p>' } }))
  await draw()
  expect(await screen.findByText('متن')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: fa.save })).toBeNull()
})

test('a wrong contact says so beside its field', async () => {
  const contacts = {
    ...{ address: 'Tehran', email: 'a@b.example', number: '021-1', telegram: 'http://t.me/k', instagram: '' },
    ...{ linkedin: '', twitter: '', whatsapp: '', appAndroid: '', appIOS: '' },
  }
  const text = { version: 1, title: '', body: '', contacts, at, by: null }
  const row = { title: '', newest: 1, published: 1, writtenAt: at }
  server.use(
    mockEndpoint(getContentEntry, {
      baseDTO: {
        entry: { kind: 'INFO', slug: 'exchange', position: 0, texts: { fa: row, en: row } },
        newest: { fa: text, en: text },
      },
    }),
    mockEndpoint(saveExchangeInfo, refuseWith('CONTENT_FIELD_INVALID', undefined, 'telegram')),
  )
  await drawClient(<EntryPage kind="INFO" slug="exchange" />, { language: 'en' })
  const form = within(await screen.findByRole('form', { name: en.language.en }))
  await userEvent.click(await form.findByRole('button', { name: en.save }))
  expect(await form.findByText(REFUSALS.CONTENT_FIELD_INVALID.en)).toBeInTheDocument()
  expect(form.getByLabelText(en.info.telegram)).toBeInvalid()
})

test('after a roll back the editor says that visitors read another version, and brings it into the fields', async () => {
  const asked: Sent[] = []
  const saved: Sent[] = []
  const old = { version: 1, title: 'پرسش', body: 'پاسخ قدیمی', contacts: null, at, by: null }
  server.use(
    mockEndpoint(getContentEntry, entry(3, 'پاسخ پیش‌نویس')),
    mockEndpoint(listContentVersions, (call) => {
      asked.push(call)
      return { content: [old], baseDTO: { published: 1, publications: [] } }
    }),
    mockEndpoint(saveContent, (call) => {
      saved.push(call)
      return { baseDTO: { ...old, version: 4, by: 'Sara' } }
    }),
  )
  await draw()
  const form = await persian()
  expect(form.getByText(fa.behind.title.replace('{{published}}', '۱'))).toBeInTheDocument()
  expect(form.getByDisplayValue('پاسخ پیش‌نویس')).toBeInTheDocument()
  const bring = form.getByRole('button', { name: fa.behind.bring.replace('{{version}}', '۱') })
  await userEvent.click(bring)
  expect(await form.findByDisplayValue('پاسخ قدیمی')).toBeInTheDocument()
  expect(asked.map(({ query }) => query)).toEqual([{ before: '2' }])
  // The browser asks before it leaves unsaved text.
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await userEvent.click(bring)
  await userEvent.click(screen.getByRole('button', { name: fa.behind.keep }))
  expect(asked).toHaveLength(1)
  await userEvent.click(form.getByRole('button', { name: fa.save }))
  await waitFor(() => expect(saved.map(({ body }) => body)).toMatchObject([{ body: 'پاسخ قدیمی', basedOn: 3 }]))
})

test('while visitors read the newest version nothing is said of another, and a tab without changes closes', async () => {
  await draw()
  const form = await persian()
  expect(form.queryByText(fa.behind.title.replace('{{published}}', '۱'))).toBeNull()
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})
