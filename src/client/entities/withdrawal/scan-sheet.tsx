import { chakra } from '@chakra-ui/react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'

interface Detector {
  detect(source: HTMLVideoElement): Promise<unknown>
}
declare global {
  /** Absent in a browser that reads no codes; the types of the page's library know none. */
  var BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined
}

const Found = z.array(z.object({ rawValue: z.string() }))
/** Often enough for a hand that moves, and no burden for a phone. */
const LOOK_MS = 250

/** The camera's picture until it shows a QR code. */
export default function ScanSheet({
  onFound,
  onClose,
}: {
  onFound: (text: string) => void
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation('coinWithdrawal')
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  useScan(video, { onFound, onFailed: () => setFailed(true) })
  return (
    <Sheet open title={t('scan.title')} onClose={onClose}>
      {failed ? (
        <Notice tone="warning">{t('scan.failed')}</Notice>
      ) : (
        <chakra.div display="grid" gap="3">
          <chakra.video
            ref={video}
            muted
            playsInline
            width="full"
            borderRadius="md"
            bg="sunken"
            aspectRatio="1"
            objectFit="cover"
          />
          <chakra.p fontSize="sm" color="fg.muted" textAlign="center">
            {t('scan.hint')}
          </chakra.p>
        </chakra.div>
      )}
    </Sheet>
  )
}

type ScanEnds = { onFound: (text: string) => void; onFailed: () => void }

/** Looks through the camera at the back while the sheet is open. */
function useScan(video: RefObject<HTMLVideoElement | null>, ends: ScanEnds): void {
  const found = useEffectEvent((text: string) => ends.onFound(text))
  const fail = useEffectEvent(() => ends.onFailed())
  useEffect(() => {
    const element = video.current
    const { BarcodeDetector: Reader } = globalThis
    const detector = Reader && new Reader({ formats: ['qr_code'] })
    if (!element || !detector) return fail()
    let stream: MediaStream | undefined
    let isOver = false
    const end = () => {
      isOver = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const look = async () => {
      if (isOver) return
      const [code] = Found.safeParse(await detector.detect(element).catch(() => [])).data ?? []
      if (isOver) return
      if (code) return found(code.rawValue)
      setTimeout(look, LOOK_MS)
    }
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      async (opened) => {
        stream = opened
        if (isOver) return end()
        element.srcObject = opened
        await element.play().catch(() => undefined)
        await look()
      },
      () => isOver || fail(),
    )
    return end
  }, [video])
}
