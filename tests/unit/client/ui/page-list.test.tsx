import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { words as en } from '#client/locales/en/ui.ts'
import { PageList, type Pages } from '#client/ui/page-list.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

clientServer()

const loaded = (change: Partial<Pages<string>> = {}): Pages<string> => ({
  data: { pages: [{ content: ['first', 'second'] }] },
  isError: false,
  isFetchNextPageError: false,
  isFetching: false,
  isPaused: false,
  isFetchingNextPage: false,
  hasNextPage: true,
  fetchNextPage: vi.fn(),
  refetch: vi.fn(),
  ...change,
})

const draw = (pages: Pages<string>, more: { quiet?: boolean } = {}) =>
  drawClient(
    <PageList pages={pages} empty={<p>nothing</p>} {...more}>
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </PageList>,
    { language: 'en' },
  )

const retry = () => userEvent.click(screen.getByRole('button', { name: en.error.retry }))

test('a failed refresh is retried above the list, which can still go on', async () => {
  const pages = loaded({ isError: true })
  await draw(pages)
  expect(screen.getByText(en.error.title).compareDocumentPosition(screen.getByText('first'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  await retry()
  expect(pages.refetch).toHaveBeenCalledOnce()
  expect(pages.fetchNextPage).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: en.list.more })).toBeVisible()
})

test('a failed page is retried below the list, in place of the button for more', async () => {
  const pages = loaded({ isError: true, isFetchNextPageError: true })
  await draw(pages)
  expect(screen.getByText('second').compareDocumentPosition(screen.getByText(en.error.title))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(screen.queryByRole('button', { name: en.list.more })).toBeNull()
  await retry()
  expect(pages.fetchNextPage).toHaveBeenCalledOnce()
})

test('a polled list says nothing of a failed answer, and an empty one shows its empty state', async () => {
  await draw(loaded({ isError: true }), { quiet: true })
  expect(screen.queryByText(en.error.title)).toBeNull()
  expect(screen.getByRole('button', { name: en.list.more })).toBeVisible()
  await draw(loaded({ data: { pages: [{ content: [] }] }, hasNextPage: false }))
  expect(screen.getByText('nothing')).toBeVisible()
})

test('data that is not loaded is a skeleton, then a failure with a retry, then itself', async () => {
  const query = { isError: true, isFetching: false, isPaused: false, refetch: vi.fn() }
  const view = (data: string | undefined, isError: boolean) => (
    <QueryView query={{ ...query, isError }} data={data} rows={2}>
      {(text) => <p>{text}</p>}
    </QueryView>
  )
  await drawClient(view(undefined, false), { language: 'en' })
  expect(screen.getByRole('status', { name: en.loading })).toBeVisible()
  await drawClient(view(undefined, true), { language: 'en' })
  await retry()
  expect(query.refetch).toHaveBeenCalledOnce()
  await drawClient(view('42 grams', true), { language: 'en' })
  expect(screen.getByText('42 grams')).toBeVisible()
})
