import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DocumentSection, DocumentViewer } from '#client/features/operations/document-viewer.tsx'
import { words } from '#client/locales/en/operations.ts'
import { words as safety } from '#client/locales/en/safety.ts'
import { getOperator } from '#contract/operations.ts'
import { openDocuments } from '#contract/operations-identities.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()

const shape = (ratio: number) => `${ratio} / 1`

test.each([
  [100, 80],
  [80, 100],
])(
  'what holds a photo of %i by %i is as large as it is drawn, however it is turned and enlarged',
  async (width, height) => {
    await drawClient(<DocumentViewer userId="1001" documents={['image']} />, { language: 'en' })
    const photo = screen.getByRole('img', { name: words.identities.document.image })
    Object.defineProperties(photo, { naturalWidth: { value: width }, naturalHeight: { value: height } })
    fireEvent.load(photo)
    const holder = photo.parentElement
    const press = (act: 'zoomIn' | 'turn') =>
      userEvent.click(screen.getByRole('button', { name: words.identities[act] }))
    const drawn = () => ({
      holder: holder?.style.width,
      shape: holder?.style.aspectRatio,
      photo: photo.style.width,
    })
    expect(drawn()).toEqual({ holder: '100%', shape: shape(width / height), photo: '100%' })
    await press('zoomIn')
    await press('zoomIn')
    await press('turn')
    // A turned photo's width is its former height: the photo is as long as its holder is high.
    expect(drawn()).toEqual({ holder: '200%', shape: shape(height / width), photo: `${(width / height) * 100}%` })
    await press('turn')
    expect(drawn()).toEqual({ holder: '200%', shape: shape(width / height), photo: '100%' })
  },
)

test('the photos of a customer whose identity is decided are asked for, and shown then', async () => {
  let opened = 0
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['RISK'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(openDocuments, () => {
      opened += 1
      return { baseDTO: { documents: ['image' as const, 'documentImage' as const] } }
    }),
  )
  await drawClient(<DocumentSection user={{ id: '1001', photos: 2 }} />, { language: 'en' })
  const show = await screen.findByRole('button', { name: safety.documents.show })
  expect([opened, screen.queryAllByRole('img').length]).toEqual([0, 0])
  await userEvent.click(show)
  expect(await screen.findAllByRole('img')).toHaveLength(2)
  expect(opened).toBe(1)
})
