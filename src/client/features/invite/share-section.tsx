import { chakra } from '@chakra-ui/react'
import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Invites } from '#client/entities/account/invites.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'

export type Code = NonNullable<Invites['codes']>[number]

const linkOf = (code: string) => `${window.location.origin}/sign-up?referralCode=${code}`

/** A code and the link that fills it in, to copy, send or show. */
export function ShareSection({ code: { code, friendPercent } }: { code: Code }) {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const link = linkOf(code)
  const text =
    friendPercent === 0
      ? t('share.text')
      : t('share.textBack', { percent: showDecimal(`${friendPercent}`, language, { percent: true }) })
  return (
    <Section title={t('share.title')}>
      <chakra.div display="grid" gap="4" justifyItems="center">
        <Shown name={t('share.code')} text={code} copy={t('share.copyCode')} />
        <Shown name={t('share.link')} text={link} copy={t('share.copyLink')} long />
        <SendButton link={link} text={text} />
        <QrCode text={link} label={t('share.qr', { code })} />
      </chakra.div>
    </Section>
  )
}

type ShownProps = {
  name: string
  text: string
  copy: string
  /** On a phone it takes the full width, with the button below it. */
  long?: boolean
}

function Shown({ name, text, copy, long = false }: ShownProps) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="2"
      width="full"
      padding="3"
      borderRadius="md"
      bg="sunken"
    >
      <chakra.div minWidth="0" flex={{ base: long ? '1 1 100%' : '1 1 10rem', md: '1 1 10rem' }}>
        <chakra.p fontSize="xs" color="fg.muted">
          {name}
        </chakra.p>
        <chakra.p fontWeight="semibold" fontSize={long ? 'sm' : 'md'} overflowWrap="anywhere">
          <bdi dir="ltr">{text}</bdi>
        </chakra.p>
      </chakra.div>
      <CopyButton text={text} label={copy} />
    </chakra.div>
  )
}

/** Opens the phone's share sheet; not shown in a browser without one. */
function SendButton({ link, text }: { link: string; text: string }) {
  const { t } = useTranslation('invite')
  if (!('share' in navigator)) return null
  return (
    <Button
      full
      icon={<Share2 size={18} aria-hidden="true" />}
      // A closed share sheet has sent nothing, so its rejection is ignored.
      onClick={() => void navigator.share({ url: link, text }).catch(() => undefined)}
    >
      {t('share.send')}
    </Button>
  )
}
