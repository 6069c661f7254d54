import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { DOCUMENT_NAMES, type DocumentName, getDocument } from '#contract/documents.ts'

/** The photos that the user has sent. They are fetched only when the user asks to see them, since the audit log records each view. */
export function OwnDocuments({ account }: { account: Session }) {
  const { t } = useTranslation('documents')
  const sentenceOf = useSentenceOf()
  const photos = useOwnDocuments()
  const [enlarged, setEnlarged] = useState<DocumentPhoto>()
  const received = DOCUMENT_NAMES.filter((name) => account[name])
  if (received.length === 0) return null
  return (
    <Section title={t('title')} note={t('note')}>
      <chakra.div display="grid" gap="4" justifyItems="start">
        {photos.isError && <Notice tone="error">{sentenceOf(photos.error)}</Notice>}
        {photos.data && (
          <chakra.ul display="grid" gridTemplateColumns="repeat(auto-fill, minmax(7.5rem, 1fr))" gap="3" width="full">
            {photos.data.map((shown) => (
              <Thumbnail key={shown.name} shown={shown} onEnlarge={() => setEnlarged(shown)} />
            ))}
          </chakra.ul>
        )}
        {photos.data ? (
          <Button
            variant="quiet"
            size="sm"
            icon={<EyeOff size={16} aria-hidden="true" />}
            onClick={() => photos.reset()}
          >
            {t('hide')}
          </Button>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            icon={<Eye size={16} aria-hidden="true" />}
            loading={photos.isPending}
            onClick={() => photos.mutate(received)}
          >
            {t('show')}
          </Button>
        )}
      </chakra.div>
      {enlarged && (
        <Sheet open title={t(`name.${enlarged.name}`)} onClose={() => setEnlarged(undefined)}>
          <Photo shown={enlarged} />
        </Sheet>
      )}
    </Section>
  )
}

const Enlarge = chakra('button', {
  base: {
    display: 'grid',
    gap: '1.5',
    padding: '2',
    width: 'full',
    minHeight: 'tap',
    bg: 'sunken',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'lg',
    cursor: 'pointer',
    _hover: { borderColor: 'gold' },
    '& img': { height: '6rem', objectFit: 'contain' },
  },
})

function Thumbnail({ shown, onEnlarge }: { shown: DocumentPhoto; onEnlarge: () => void }) {
  const { t } = useTranslation('documents')
  const name = t(`name.${shown.name}`)
  return (
    <li>
      <Enlarge type="button" aria-label={t('enlarge', { name })} onClick={onEnlarge}>
        <Photo shown={shown} />
        <chakra.span fontSize="xs" color="fg.muted" aria-hidden="true">
          {name}
        </chakra.span>
      </Enlarge>
    </li>
  )
}

function Photo({ shown: { name, photo } }: { shown: { name: DocumentName; photo: Blob } }) {
  const { t } = useTranslation('documents')
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return <chakra.img src={url} alt={t(`name.${name}`)} width="full" borderRadius="sm" />
}

interface DocumentPhoto {
  readonly name: DocumentName
  readonly photo: Blob
}

/** Fetches photos of the user's own documents, one after the other, since the first may require a proof of the second step. No cache stores them. */
function useOwnDocuments() {
  return useMutation({
    mutationFn: async (names: readonly DocumentName[]) => {
      const photos: DocumentPhoto[] = []
      for (const name of names) {
        const photo = await callApi(getDocument, { params: { name } })
        if (!(photo instanceof Blob)) throw new TypeError('a document came without its photo')
        photos.push({ name, photo })
      }
      return photos
    },
    gcTime: 0,
  })
}
