import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#client/entities/session/session.ts'
import { OwnDocuments } from '#client/features/documents/own-documents.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
let asked: unknown[]
beforeEach(() => {
  asked = []
  // jsdom creates no URLs of blobs.
  URL.createObjectURL = vi.fn((blob: Blob) => `blob:${blob.size}`)
  URL.revokeObjectURL = vi.fn()
})

/** Each photo has as many bytes as its name has letters. */
const serve = () =>
  server.use(
    http.get('*/api/users/documents/:name', ({ params }) => {
      asked.push(params.name)
      return HttpResponse.arrayBuffer(new TextEncoder().encode(String(params.name)).buffer, {
        headers: { 'content-type': 'image/jpeg' },
      })
    }),
  )
const draw = (differences: Partial<Session>, language: 'fa' | 'en' = 'fa') =>
  drawClient(<OwnDocuments account={person(differences)} />, { language })

test('what was sent is shown when the user asks for it, and each photo can be enlarged', async () => {
  serve()
  await draw({ image: true, backImage: true, documentImage: true })
  const show = await screen.findByRole('button', { name: 'مشاهدهٔ مدارک' })
  expect(asked).toEqual([])
  await userEvent.click(show)
  const photos = await screen.findAllByRole('listitem')
  expect(asked).toEqual(['image', 'backImage', 'documentImage'])
  expect(photos.map((photo) => within(photo).getByRole('img').getAttribute('src'))).toEqual([
    'blob:5',
    'blob:9',
    'blob:13',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'بزرگ‌نمایی تصویر پشت مدرک' }))
  expect(await screen.findByRole('dialog', { name: 'تصویر پشت مدرک' })).toBeVisible()
})

test('photos that are hidden again leave nothing behind', async () => {
  serve()
  await draw({ image: true }, 'en')
  await userEvent.click(await screen.findByRole('button', { name: 'View documents' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Hide documents' }))
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:5')
  expect(asked).toEqual(['image'])
})

test('a refusal says why, and the button stays', async () => {
  const { status, fa } = REFUSALS.NOT_FOUND
  server.use(
    http.get('*/api/users/documents/:name', () =>
      HttpResponse.json({ code: 'NOT_FOUND', message: 'NOT_FOUND', errors: [fa] }, { status }),
    ),
  )
  await draw({ image: true })
  await userEvent.click(await screen.findByRole('button', { name: 'مشاهدهٔ مدارک' }))
  expect(await screen.findByText(fa)).toBeVisible()
  expect(screen.getByRole('button', { name: 'مشاهدهٔ مدارک' })).toBeEnabled()
})

test('nothing is offered where nothing was sent, or it was deleted', async () => {
  await draw({ authenticationType: 'AUTHORIZED', authorized: true })
  await waitFor(() => expect(screen.queryByText('مدارک ارسال‌شده')).toBeNull())
})
