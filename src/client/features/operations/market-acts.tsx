import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { haltMarket, resumeMarket, switchMaker } from '#contract/operations-markets.ts'
import { ActSheet, REASON } from './act-sheet.tsx'
import { useMarketName } from './names.tsx'
import { useDoneOrProposed } from './setting-form.tsx'

export interface MarketAct {
  readonly kind: 'halt' | 'changeHalt' | 'resume' | 'makerOn' | 'makerOff'
  readonly marketType: string
}

type SheetProps = { marketType: string; onClose: () => void }

const HALTS = ['halted', 'cancel-only'] as const

/** The sheet of an operator's act on a market. */
export function MarketActSheet({ act: { kind, marketType }, onClose }: { act: MarketAct; onClose: () => void }) {
  if (kind === 'halt' || kind === 'changeHalt')
    return <HaltSheet marketType={marketType} stands={kind === 'changeHalt'} onClose={onClose} />
  if (kind === 'resume') return <ResumeSheet marketType={marketType} onClose={onClose} />
  return <MakerSheet marketType={marketType} enabled={kind === 'makerOn'} onClose={onClose} />
}

/** Asks for the reason, which customers see in their language. */
function HaltSheet({ marketType, stands, onClose }: SheetProps & { stands: boolean }) {
  const nameOf = useMarketName()
  const { t } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const market = nameOf(marketType)
  const [kind, setKind] = useState<(typeof HALTS)[number]>('halted')
  const [persian, setPersian] = useState('')
  const isShort = persian.trim().length < REASON.min
  return (
    <ActSheet
      title={stands ? ofSettings('market.changeHalt.title', { market }) : t('markets.halt.title', { market })}
      text={t('markets.halt.text')}
      yes={stands ? ofSettings('market.changeHalt.action') : t('markets.halt.action')}
      done={stands ? ofSettings('market.changeHalt.done') : t('markets.halt.done')}
      variant="danger"
      reasonLabel={t('markets.halt.english')}
      problem={isShort}
      act={(reasonEn) =>
        callApi(haltMarket, { params: { market: marketType }, body: { kind, reasonFa: persian.trim(), reasonEn } })
      }
      onClose={onClose}
    >
      {({ checked }) => (
        <>
          <ChoiceField
            label={t('markets.halt.kind')}
            value={kind}
            options={HALTS.map((value) => ({ value, label: t(`markets.halt.${value}`) }))}
            onChange={setKind}
          />
          <TextAreaField
            label={t('markets.halt.persian')}
            required
            maxLength={REASON.max}
            value={persian}
            onChange={setPersian}
            problem={checked && isShort ? t('markets.halt.missing') : undefined}
          />
        </>
      )}
    </ActSheet>
  )
}

function ResumeSheet({ marketType, onClose }: SheetProps) {
  const nameOf = useMarketName()
  const { t } = useTranslation('operations')
  return (
    <ActSheet
      title={t('markets.resume.title', { market: nameOf(marketType) })}
      yes={t('markets.resume.action')}
      done={t('markets.resume.done')}
      act={(reason) => callApi(resumeMarket, { params: { market: marketType }, body: { reason } })}
      onClose={onClose}
    />
  )
}

function MakerSheet({ marketType, enabled, onClose }: SheetProps & { enabled: boolean }) {
  const nameOf = useMarketName()
  const { t } = useTranslation('operations')
  const { t: ofProposals } = useTranslation('proposals')
  const doneOr = useDoneOrProposed()
  const word = enabled ? 'switchOn' : 'switchOff'
  return (
    <ActSheet
      title={t(`markets.${word}.title`, { market: nameOf(marketType) })}
      text={enabled ? ofProposals('switchOn.text') : t('markets.switchOff.text')}
      yes={enabled ? ofProposals('switchOn.propose') : t('markets.switchOff.action')}
      done={doneOr(t('markets.switchOff.done'))}
      variant={enabled ? 'primary' : 'danger'}
      proposes={enabled ? { kind: 'SWITCH_MAKER_ON', subject: marketType } : undefined}
      act={(reason) => callApi(switchMaker, { params: { market: marketType }, body: { enabled, reason } })}
      onClose={onClose}
    />
  )
}
