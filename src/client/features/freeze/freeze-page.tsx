import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck, Snowflake } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FreezeEffects } from '#client/entities/account/freeze-effects.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SupportContact } from '#client/ui/support-contact.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { freezeByToken } from '#contract/security.ts'

type FreezePageProps = {
  /** The fragment of the URL, which was never sent to a server. */
  token: string
  /** The account has just been frozen. */
  frozen: boolean
  onFrozen: () => void
}

/** The page that the link in our warnings opens: a press freezes the account without a login. */
export function FreezePage({ token, frozen, onFrozen }: FreezePageProps) {
  return (
    <chakra.div maxWidth="32rem" marginInline="auto" paddingInline="4" paddingTop={{ base: '6', md: '12' }}>
      <Card>{frozen ? <Frozen /> : token === '' ? <NoToken /> : <Question token={token} onFrozen={onFrozen} />}</Card>
    </chakra.div>
  )
}

function Question({ token, onFrozen }: Pick<FreezePageProps, 'token' | 'onFrozen'>) {
  const { t } = useTranslation('freeze')
  const sentenceOf = useSentenceOf()
  const freeze = useMutation({ mutationFn: () => callApi(freezeByToken, { body: { token } }), onSuccess: onFrozen })
  return (
    <chakra.div display="grid" gap="5">
      <chakra.div display="grid" gap="2">
        <chakra.span color="sell" display="inline-flex" aria-hidden="true">
          <Snowflake size={32} />
        </chakra.span>
        <chakra.h1 fontSize="xl" fontWeight="black" lineHeight="snug">
          {t('title')}
        </chakra.h1>
        <chakra.p color="fg.muted">{t('text')}</chakra.p>
      </chakra.div>
      <FreezeEffects />
      {freeze.isError && <Notice tone="error">{sentenceOf(freeze.error)}</Notice>}
      <chakra.div display="grid" gap="3">
        <Button variant="danger" size="lg" full loading={freeze.isPending} onClick={() => freeze.mutate()}>
          {t('action')}
        </Button>
        <ButtonLink to="/" variant="ghost">
          {t('leave')}
        </ButtonLink>
      </chakra.div>
    </chakra.div>
  )
}

function Frozen() {
  const { t } = useTranslation('freeze')
  return (
    <EmptyState
      heading
      icon={<ShieldCheck size={26} />}
      title={t('frozen.title')}
      text={
        <>
          {t('frozen.text')}
          <chakra.span display="grid" justifyItems="center" marginTop="2">
            <SupportContact />
          </chakra.span>
        </>
      }
      action={<ButtonLink to="/">{t('frozen.home')}</ButtonLink>}
    />
  )
}

function NoToken() {
  const { t } = useTranslation('freeze')
  return (
    <EmptyState
      heading
      icon={<Snowflake size={26} />}
      title={t('title')}
      text={t('noToken.text')}
      action={<ButtonLink to="/profile/settings">{t('noToken.settings')}</ButtonLink>}
    />
  )
}
