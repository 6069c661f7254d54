import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { publishContent, withdrawContent } from '#contract/operations-content.ts'
import { GROWING_KINDS, takesTwoToPublish } from '#domain/content.ts'
import { ActSheet } from '../act-sheet.tsx'
import { useMay } from '../allowed.tsx'
import { useDoneOrProposed } from '../setting-parts.ts'
import type { TextName } from './content.queries.ts'
import { PublicationDiff } from './publication-diff.tsx'
import { VersionsSheet } from './versions-sheet.tsx'

type TextState = { readonly newest: number; readonly published: number | null }
type Doing = { readonly kind: 'versions' | 'withdraw' } | { readonly kind: 'publish'; readonly version: number }

/** The acts on the versions of a text: publish the newest, view all, roll back, withdraw. */
export function TextActs({ name, state }: { name: TextName; state: TextState }) {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const [doing, setDoing] = useState<Doing | undefined>()
  const close = () => setDoing(undefined)
  const { newest, published } = state
  const may = useMay()
  const mayPublish = may(publishContent)
  const canWithdraw = published !== null && may(withdrawContent) && GROWING_KINDS.some((kind) => kind === name.kind)
  const act = (what: Doing, words: ReactNode, variant: 'primary' | 'quiet' | 'danger' = 'quiet') => (
    <Button type="button" variant={variant} onClick={() => setDoing(what)}>
      {words}
    </Button>
  )
  return (
    <>
      {mayPublish &&
        newest > 0 &&
        newest !== published &&
        act(
          { kind: 'publish', version: newest },
          t('publish.newest', { version: showDigits(String(newest), language) }),
        )}
      {newest > 0 && act({ kind: 'versions' }, t('versions.action'))}
      {canWithdraw && act({ kind: 'withdraw' }, t('withdraw.action'), 'danger')}
      {doing?.kind === 'versions' && (
        <VersionsSheet
          name={name}
          published={published}
          onPublish={mayPublish ? (version) => setDoing({ kind: 'publish', version }) : undefined}
          onClose={close}
        />
      )}
      {doing?.kind === 'publish' && <PublishSheet name={name} state={state} version={doing.version} onClose={close} />}
      {doing?.kind === 'withdraw' && <WithdrawSheet name={name} onClose={close} />}
    </>
  )
}

type SheetProps = { name: TextName; onClose: () => void }

function PublishSheet({ name, state, version, onClose }: SheetProps & { state: TextState; version: number }) {
  const { t } = useTranslation('content')
  const { t: ofSafety } = useTranslation('safety')
  const doneOr = useDoneOrProposed()
  const byTwo = takesTwoToPublish(name.kind)
  const language = useLanguage()
  const { published } = state
  const word = published !== null && version < published ? 'rollBack' : 'publish'
  const facts = { version: showDigits(String(version), language), language: t(`language.${name.language}`) }
  return (
    <ActSheet
      title={t(`${word}.title`, facts)}
      text={byTwo ? ofSafety('publish.text') : t(`${word}.text`)}
      yes={byTwo ? ofSafety('publish.propose') : t(`${word}.action`)}
      done={doneOr(t(`${word}.done`))}
      proposes={byTwo ? { kind: 'PUBLISH_TEXT', subject: `${name.kind}/${name.slug}/${name.language}` } : undefined}
      act={(reason) => callApi(publishContent, { params: name, body: { version, replaces: published, reason } })}
      onClose={onClose}
    >
      <PublicationDiff name={name} before={published} after={version} />
    </ActSheet>
  )
}

function WithdrawSheet({ name: { kind, slug, language }, onClose }: SheetProps) {
  const { t } = useTranslation('content')
  const growing = GROWING_KINDS.find((each) => each === kind)
  if (!growing) return null
  return (
    <ActSheet
      title={t('withdraw.title', { language: t(`language.${language}`) })}
      text={t('withdraw.text')}
      yes={t('withdraw.action')}
      done={t('withdraw.done')}
      variant="danger"
      act={(reason) => callApi(withdrawContent, { params: { kind: growing, slug, language }, body: { reason } })}
      onClose={onClose}
    />
  )
}
