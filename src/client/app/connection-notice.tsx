import { chakra } from '@chakra-ui/react'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { tabValue } from '#client/lib/tab-value.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { isSheetOpen } from '#client/ui/sheet-history.ts'
import type { ConnectionState } from './connection.ts'

/** A shorter loss is not worth a notice. */
const PATIENCE_MS = 1_200

/** The pages that show prices behind the sheet. */
const SHOWS_PRICES = /^\/(markets|market\/.+|profile\/otc|profile\/trade(\/.+)?)?\/?$/

/** Whether the sheet has been dismissed in this visit: a connection that drops again and again is then said by the bar alone. */
const dismissed = tabValue('connection-notice-seen', z.literal(true), { wipedAtLogout: false })

/**
 * Mounted for as long as the connection is lost. It shows a sheet first and, once that is dismissed, a slim bar as a reminder that prices do not
 * move. It never covers another open sheet, such as an order's: the bar is shown right away then.
 */
export default function ConnectionNotice({ state }: { state: Exclude<ConnectionState, 'online'> }): ReactNode {
  const [shown, setShown] = useState<'nothing' | 'sheet' | 'bar'>('nothing')
  useEffect(() => {
    const timer = setTimeout(() => setShown(isSheetOpen() || dismissed.read() ? 'bar' : 'sheet'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (shown === 'nothing') return null
  if (shown === 'bar') return <ConnectionBar state={state} />
  const readOn = () => {
    dismissed.keep(true)
    setShown('bar')
  }
  return <ReconnectingSheet state={state} onReadOn={readOn} />
}

interface NoticeProps {
  readonly state: Exclude<ConnectionState, 'online'>
}

function ReconnectingSheet({ state, onReadOn }: NoticeProps & { onReadOn: () => void }) {
  const { t } = useTranslation('app')
  return (
    <Sheet
      open
      title={t(`${state}.title`)}
      onClose={onReadOn}
      footer={
        <Button full onClick={onReadOn}>
          {t(SHOWS_PRICES.test(location.pathname) ? 'readOn' : 'understood')}
        </Button>
      }
    >
      <chakra.p color="fg.muted">{t(`${state}.text`)}</chakra.p>
      <chakra.p role="status" color="gold" fontSize="sm" fontWeight="medium" marginTop="4">
        {t('connecting')}
      </chakra.p>
    </Sheet>
  )
}

function ConnectionBar({ state }: NoticeProps) {
  const { t } = useTranslation('app')
  return (
    <chakra.div
      role="status"
      data-testid="connection-bar"
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap="2"
      paddingInline="4"
      paddingBlock="1.5"
      paddingTop="calc(0.375rem + env(safe-area-inset-top))"
      bg="gold.solid"
      color="gold.onSolid"
      fontSize="xs"
      fontWeight="semibold"
    >
      <CloudOff size={15} aria-hidden="true" />
      {t(`${state}.bar`)}
    </chakra.div>
  )
}
