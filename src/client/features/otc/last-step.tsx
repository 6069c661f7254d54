import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/lib/session.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import type { QuickTrade } from './use-quick-trade.ts'

// A visitor does without it.
const SubmitTrade = lazy(() => import('./submit-trade.tsx'))

/** The way to the login for a visitor, and for anybody else the button that trades. */
export function LastStep({ trade, attempted }: { trade: QuickTrade; attempted: boolean }) {
  const { t } = useTranslation('otc')
  const { nameOf } = useCoins()
  const session = useSession()
  if (session === null)
    return (
      <ButtonLink to="/login" size="lg" full>
        {t('login')}
      </ButtonLink>
    )
  const { side, coin } = trade.form
  const room = (
    <Button size="lg" full disabled variant={side === 'BUY' ? 'buy' : 'sell'}>
      {t(`submit.${side}`, { name: nameOf(coin) })}
    </Button>
  )
  return session ? (
    <Suspense fallback={room}>
      <SubmitTrade trade={trade} session={session} attempted={attempted} />
    </Suspense>
  ) : (
    room
  )
}
