import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DocumentViewer } from '#client/features/operations/document-viewer.tsx'
import { words } from '#client/locales/en/operations.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'

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
    // Turned, its width is what it was high: the photo is as long as its holder is high.
    expect(drawn()).toEqual({ holder: '200%', shape: shape(height / width), photo: `${(width / height) * 100}%` })
    await press('turn')
    expect(drawn()).toEqual({ holder: '200%', shape: shape(width / height), photo: '100%' })
  },
)
