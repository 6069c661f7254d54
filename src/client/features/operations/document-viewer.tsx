import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import type { DocumentName } from '#contract/documents.ts'
import { openDocuments } from '#contract/operations-identities.ts'
import { useMay } from './allowed.tsx'
import type { UserPage } from './user.queries.ts'

const ZOOM = { min: 1, max: 4, step: 0.5 }
const QUARTER = 90

/** The photos of a form side by side, each with its own zoom and rotation. */
export function DocumentViewer({ userId, documents }: { userId: string; documents: readonly DocumentName[] }) {
  const { t } = useTranslation('operations')
  if (documents.length === 0) return <EmptyState title={t('identities.noDocuments')} />
  return (
    <chakra.div
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
    >
      {documents.map((name) => (
        <Photo key={name} userId={userId} name={name} />
      ))}
    </chakra.div>
  )
}

function Photo({ userId, name }: { userId: string; name: DocumentName }) {
  const { t } = useTranslation('operations')
  const [zoom, setZoom] = useState(ZOOM.min)
  const [turn, setTurn] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const enlarge = (by: number) => setZoom(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom + by)))
  return (
    <chakra.figure borderWidth="1px" borderColor="line" borderRadius="md" overflow="hidden">
      <chakra.figcaption
        display="flex"
        alignItems="center"
        gap="1"
        paddingInlineStart="3"
        fontSize="sm"
        fontWeight="semibold"
      >
        <chakra.span flex="1">{t(`identities.document.${name}`)}</chakra.span>
        <IconButton
          label={t('identities.zoomIn')}
          icon={<ZoomIn size={18} aria-hidden="true" />}
          onClick={() => enlarge(ZOOM.step)}
        />
        <IconButton
          label={t('identities.zoomOut')}
          icon={<ZoomOut size={18} aria-hidden="true" />}
          onClick={() => enlarge(-ZOOM.step)}
        />
        <IconButton
          label={t('identities.turn')}
          icon={<RotateCw size={18} aria-hidden="true" />}
          onClick={() => setTurn(turn + QUARTER)}
        />
      </chakra.figcaption>
      {/* Focusable, so that the arrow keys scroll an enlarged photo. */}
      <chakra.div
        tabIndex={0}
        role="region"
        aria-label={t(`identities.document.${name}`)}
        overflow="auto"
        height="20rem"
        bg="sunken"
      >
        {isBroken ? (
          <EmptyState title={t('identities.noPhoto')} />
        ) : (
          <TurnedImage
            src={`/api/operations/identities/${userId}/documents/${name}`}
            alt={t(`identities.document.${name}`)}
            zoom={zoom}
            turn={turn}
            onBroken={() => setBroken(true)}
          />
        )}
      </chakra.div>
    </chakra.figure>
  )
}

interface TurnedImageProps {
  readonly src: string
  readonly alt: string
  readonly zoom: number
  /** The rotation in degrees, a multiple of 90. */
  readonly turn: number
  readonly onBroken: () => void
}

/**
 * A photo that is rotated first and then as wide as its container, times the zoom. Its box is as large as the drawn photo, so that every edge can be
 * scrolled to.
 */
function TurnedImage({ src, alt, zoom, turn, onBroken }: TurnedImageProps) {
  const [ratio, setRatio] = useState(1)
  const isAcross = turn % (2 * QUARTER) !== 0
  return (
    // Left to right in both languages, since the middle is computed from the left.
    <chakra.div
      dir="ltr"
      position="relative"
      style={{ width: `${zoom * 100}%`, aspectRatio: isAcross ? 1 / ratio : ratio }}
    >
      <chakra.img
        src={src}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalWidth > 0 && naturalHeight > 0) setRatio(naturalWidth / naturalHeight)
        }}
        onError={onBroken}
        position="absolute"
        insetBlockStart="50%"
        insetInlineStart="50%"
        maxWidth="none"
        style={{
          width: `${isAcross ? ratio * 100 : 100}%`,
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
      />
    </chakra.div>
  )
}

type DocumentSectionProps = { user: Pick<UserPage, 'id' | 'photos'> }

/** The photos of a customer whose identity is decided: shown on request, after a code of the authenticator. */
export function DocumentSection({ user: { id, photos } }: DocumentSectionProps) {
  const { t } = useTranslation('operations')
  const { t: ofSafety } = useTranslation('safety')
  const may = useMay()
  const open = useMutation({
    mutationFn: async () => (await callApi(openDocuments, { params: { id } })).baseDTO.documents,
  })
  if (photos === 0 || !may(openDocuments)) return null
  return (
    <Section title={t('identities.documents')} note={t('identities.logged')}>
      {open.data ? (
        <DocumentViewer userId={id} documents={open.data} />
      ) : (
        <chakra.div display="grid" gap="3" justifyItems="start">
          {open.isError && <RefusalNotice error={open.error} />}
          <Button size="sm" variant="quiet" loading={open.isPending} onClick={() => open.mutate()}>
            {ofSafety('documents.show')}
          </Button>
        </chakra.div>
      )}
    </Section>
  )
}
