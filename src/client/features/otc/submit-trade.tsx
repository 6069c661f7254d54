import { chakra } from '@chakra-ui/react'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/lib/session.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { QuickTrade } from './use-quick-trade.ts'

/** The last button, or what must come first: signing in, verification, or whatever is wrong with the form. */
export function SubmitTrade({ trade }: { trade: QuickTrade }) {
  const { t } = useTranslation('otc')
  const { nameOf, unitOf } = useCoins()
  const session = useSession()
  const reasonId = useId()
  const mayTrade = session?.authorized === true
  useEffect(() => {
    if (mayTrade) void import('./deal.tsx')
  }, [mayTrade])
  const { form, reason, terms } = trade
  if (session === null)
    return (
      <ButtonLink to="/login" size="lg" full>
        {t('login')}
      </ButtonLink>
    )
  if (session && !session.authorized)
    return (
      <Notice tone="info" action={<TextLink to="/profile/account">{t('unverified.action')}</TextLink>}>
        {t('unverified.text')}
      </Notice>
    )
  const arriving = unitOf(form.side === 'BUY' ? form.coin : form.unit)
  const why = session === undefined ? 'pending' : (reason ?? (terms ? undefined : 'pending'))
  return (
    <chakra.div display="grid" gap="3">
      {terms && (
        <FactList
          dense
          facts={[
            { label: t('fee'), value: <DecimalText value={terms.fee} unit={arriving} /> },
            { label: t('received'), value: <DecimalText value={terms.received} unit={arriving} />, strong: true },
          ]}
        />
      )}
      <Button
        type="submit"
        size="lg"
        full
        variant={form.side === 'BUY' ? 'buy' : 'sell'}
        disabled={why !== undefined}
        aria-describedby={why ? reasonId : undefined}
      >
        {t(`submit.${form.side}`, { name: nameOf(form.coin) })}
      </Button>
      <chakra.p id={reasonId} role="status" fontSize="sm" color="fg.muted" textAlign="center" minHeight="1.4em">
        {why && t(`reason.${why}`)}
      </chakra.p>
    </chakra.div>
  )
}
