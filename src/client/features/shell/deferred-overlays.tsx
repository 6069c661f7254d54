import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { Veil } from '#client/ui/veil.tsx'
import { getMarket } from '#contract/markets.ts'

/** Overlays that no visitor waits for, loaded after the page in a single chunk. */
export default function DeferredOverlays({ bare }: { bare: boolean }): ReactNode {
  return (
    <>
      <LoadingOverlay />
      {!bare && <WorkingHours />}
    </>
  )
}

/** A page that loads faster shows no overlay; a page that takes longer than `late` will hardly arrive by itself. */
const AFTER_MS = { shown: 700, late: 120_000 }

interface LoadingOverlayProps {
  /** Reloads the page that did not arrive. */
  readonly load?: (href: string) => void
}

/** Covers the old page while a new one is loaded, and after two minutes offers to load it again. */
export function LoadingOverlay({ load = (href) => location.assign(href) }: LoadingOverlayProps) {
  // Loads the words together with this component: when they are needed, the network may be gone.
  useTranslation('app')
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const href = useRouterState({ select: ({ location }) => location.href })
  // The key restarts the wait for another page.
  return isLoading && <Waiting key={href} onRetry={() => load(href)} />
}

function Waiting({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('app')
  const [state, setState] = useState<'soon' | 'shown' | 'late' | 'left'>('soon')
  useEffect(() => {
    const timers = [
      setTimeout(() => setState('shown'), AFTER_MS.shown),
      setTimeout(() => setState('late'), AFTER_MS.late),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (state === 'soon' || state === 'left') return null
  // The veil has no button, since a user who does not want to wait can navigate elsewhere.
  if (state === 'shown') return createPortal(<Veil text={t('loading')} />, document.body)
  return (
    <Sheet
      open
      title={t('late.title')}
      onClose={() => setState('left')}
      footer={
        <Button full onClick={onRetry}>
          {t('late.retry')}
        </Button>
      }
    >
      <chakra.p role="alert" color="fg.muted">
        {t('late.text')}
      </chakra.p>
    </Sheet>
  )
}

const hoursSeen = tabValue('working-hours-seen', z.literal(true), { wipedAtLogout: false })
/** The market with trading hours. */
const MARKET = 'GOLD_TOMAN'

/** Shows the trading hours of gold, once per session, if its market is closed now. */
export function WorkingHours() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const [seen, setSeen] = useState(() => hoursSeen.read() ?? false)
  const query = useQuery({ ...endpointQuery(getMarket, { params: { market: MARKET } }), enabled: !seen })
  const state = query.data?.baseDTO.state
  const close = () => {
    hoursSeen.keep(true)
    setSeen(true)
  }
  return (
    <Sheet
      open={!seen && state?.kind === 'CLOSED'}
      onClose={close}
      title={t('hours.title')}
      footer={
        <Button full onClick={close}>
          {t('hours.ok')}
        </Button>
      }
    >
      <chakra.div display="grid" gap="3" paddingBottom="2">
        <p>{t('hours.text')}</p>
        <chakra.ul display="grid" gap="1" fontWeight="semibold">
          <li>{t('hours.week')}</li>
          <li>{t('hours.thursday')}</li>
        </chakra.ul>
        {state?.opensAt && (
          <chakra.p color="fg.muted">
            {t('hours.opens', { time: showDate(new Date(state.opensAt), language, 'date-time') })}
          </chakra.p>
        )}
      </chakra.div>
    </Sheet>
  )
}
