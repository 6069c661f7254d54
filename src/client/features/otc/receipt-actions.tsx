import { chakra } from '@chakra-ui/react'
import { Download, Printer, Share2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { sideOf } from '#client/entities/order/traded-price.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { amountInSentence, isolated } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { drawReceipt, fileOf, printReceipt, type ReceiptText } from './receipt-picture.ts'
import { useFeeLabel } from './use-fee-label.ts'

/** Shares the receipt as a picture where the browser can share files, saves it elsewhere, and prints it. */
export default function ReceiptActions({ order }: { order: Order }) {
  const { t } = useTranslation('deal')
  const text = useReceiptText(order)
  const picture = usePicture(text, `kimia-${order.id}.png`)
  const share = async ({ file }: Picture) => {
    try {
      await navigator.share({ files: [file] })
    } catch (error) {
      // A user who closes the browser's list has chosen not to share.
      if (error instanceof DOMException && error.name === 'AbortError') return
      saveBlob(file, file.name)
    }
  }
  if (picture === 'failed') return <Notice tone="warning">{t('receipt.noPicture')}</Notice>
  const canShare = picture !== undefined && navigator.canShare?.({ files: [picture.file] })
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2" paddingTop="4">
      <chakra.span flex="1" display="grid">
        <Button
          variant="quiet"
          disabled={!picture}
          icon={canShare ? <Share2 size={18} aria-hidden="true" /> : <Download size={18} aria-hidden="true" />}
          onClick={() => picture && (canShare ? void share(picture) : saveBlob(picture.file, picture.file.name))}
        >
          {canShare ? t('receipt.share') : t('receipt.save')}
        </Button>
      </chakra.span>
      <chakra.span flex="1" display="grid">
        <Button
          variant="quiet"
          disabled={!picture}
          icon={<Printer size={18} aria-hidden="true" />}
          onClick={() => picture && printReceipt(picture.canvas)}
        >
          {t('receipt.print')}
        </Button>
      </chakra.span>
    </chakra.div>
  )
}

interface Picture {
  readonly canvas: HTMLCanvasElement
  readonly file: File
}

/** Drawn before a press: a browser shares only in the moment of the press itself. */
function usePicture(text: ReceiptText, name: string): Picture | 'failed' | undefined {
  const [picture, setPicture] = useState<Picture | 'failed'>()
  // The words and figures are new objects in each render; a new picture is due only where they say something else.
  const content = JSON.stringify(text)
  const drawn = useEffectEvent(() => drawReceipt(text))
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      const canvas = await drawn()
      const file = await fileOf(canvas, name)
      if (isCurrent) setPicture({ canvas, file })
    }
    if (content) draw().catch(() => isCurrent && setPicture('failed'))
    return () => {
      isCurrent = false
    }
  }, [content, name])
  return picture
}

function useReceiptText(order: Order): ReceiptText {
  const { t } = useTranslation('deal')
  const { t: ofShell } = useTranslation('shell')
  const language = useLanguage()
  const feeLabel = useFeeLabel()
  const { billed, nameOf, unitOf } = useCoins()
  const side = sideOf(order.orderType)
  const { destinationCoin: coin, sourceCoin: unit } = order
  const arriving = side === 'BUY' ? coin : unit
  const figure = (value: string | null | undefined, look: Parameters<typeof amountInSentence>[2]) =>
    amountInSentence(value ?? '0', language, look)
  return {
    brand: ofShell('name'),
    title: t(`receipt.title.${side}`),
    isRightToLeft: language === 'fa',
    rows: [
      { label: t('receipt.order'), value: isolated(showDigits(order.id, language)) },
      { label: t('receipt.at'), value: showDate(new Date(order.createdAtDateTime), language, 'date-time') },
      { label: t('confirm.coin'), value: nameOf(coin) },
      { label: t('confirm.unitPrice'), value: figure(order.unitPrice, { unit: unitOf(unit) }) },
      { label: t('confirm.amount'), value: figure(order.executedAmount, { unit: unitOf(coin) }) },
      {
        label: t(`confirm.gross.${side}`),
        value: figure(order.executedValue, { ...billed(unit), rounding: side === 'BUY' ? 'up' : 'down' }),
      },
      { label: feeLabel, value: figure(order.wage, { ...billed(arriving), rounding: 'nearest' }) },
      { label: t('received'), value: figure(order.received, billed(arriving)) },
    ],
  }
}
