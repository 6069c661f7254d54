import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { FieldBox } from '#client/ui/field-box.ts'
import { FieldFrame } from '#client/ui/field-frame.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import type { QuickTradeForm } from './use-trade-choice.ts'

// The form of quick trade before its code has arrived, made of the form's own parts: nothing moves when it comes.

/** The submit button sticks to the screen's edge, which a grid item could not. */
export const formColumn = { display: 'flex', flexDirection: 'column', gap: '3.5' } as const

export function FormRoom({ form }: { form: QuickTradeForm }) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const session = useSession()
  return (
    <chakra.div {...formColumn}>
      <EmptyField label={t('amount')} unit={unitOf(form.coin)} />
      <BalanceRoom coin={form.coin} />
      <EmptyField label={t(`total.${form.side}`)} unit={unitOf(form.unit)} />
      {session === null ? <LoginLink /> : <ButtonRoom form={form} />}
    </chakra.div>
  )
}

/** A field that cannot be used yet. */
export function EmptyField({ label, unit, aside }: { label: string; unit: string; aside?: ReactNode }) {
  return (
    <FieldFrame label={label} aside={aside}>
      {() => (
        <FieldBox dir="ltr" justifyContent="end" height="calc(3rem + 2px)">
          <chakra.span paddingInlineEnd="3.5" color="fg.muted" fontSize="sm">
            <bdi>{unit}</bdi>
          </chakra.span>
        </FieldBox>
      )}
    </FieldFrame>
  )
}

/** Space for the available balance, which only a verified user has. */
export function BalanceRoom({ coin, children }: { coin: string; children?: ReactNode }) {
  const session = useSession()
  if (session === null || session?.authorized === false || session?.supervisor) return null
  // Gold has the choice of its weight above the balance.
  return <chakra.div minHeight={coin === 'GOLD' ? '9rem' : '5.5rem'}>{children}</chakra.div>
}

export function LoginLink() {
  const { t } = useTranslation('otc')
  return (
    <ButtonLink to="/login" search={{ next: '/profile/otc' }} size="lg" full>
      {t('login')}
    </ButtonLink>
  )
}

export function ButtonRoom({ form: { side, coin } }: { form: QuickTradeForm }) {
  const { t } = useTranslation('otc')
  const { nameOf } = useCoins()
  return (
    <Button size="lg" full disabled variant={side === 'BUY' ? 'buy' : 'sell'}>
      {t(`submit.${side}`, { name: nameOf(coin) })}
    </Button>
  )
}
