import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Download, Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '#client/lib/save-blob.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useTicketSentences } from './use-ticket-sentences.ts'

interface TicketFileProps {
  readonly file: string
  readonly fileBytes: number | null
  /** Absent if the server would refuse the download: then only the file's name is shown. */
  readonly download: (() => Promise<unknown>) | undefined
  /** The name of the saved file. */
  readonly savedAs: string
}

const BOX = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'tap',
  paddingInline: '3',
  borderRadius: 'md',
  bg: 'hover',
  fontSize: 'sm',
  fontWeight: 'semibold',
  textAlign: 'start',
} as const

/** A file of a message, to be saved. A refusal is shown in the server's words. */
export function TicketFile({ download, ...file }: TicketFileProps) {
  const { sizeOf } = useTicketSentences()
  if (download) return <Saved {...file} download={download} />
  return (
    <chakra.span {...BOX}>
      <Paperclip size={18} aria-hidden="true" />
      {sizeOf(file)}
    </chakra.span>
  )
}

function Saved({ file, fileBytes, download, savedAs }: TicketFileProps & { download: () => Promise<unknown> }) {
  const { t } = useTranslation('support')
  const { sizeOf } = useTicketSentences()
  const sentenceOf = useSentenceOf()
  const save = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async () => {
      const blob = await download()
      if (!(blob instanceof Blob)) throw new TypeError('the file came as something else')
      saveBlob(blob, savedAs)
    },
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <chakra.button
      {...BOX}
      type="button"
      aria-busy={save.isPending || undefined}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      <Download size={18} aria-hidden="true" />
      <span>
        {t('talk.download')}
        <chakra.span display="block" fontSize="xs" fontWeight="medium" color="fg.muted">
          {sizeOf({ file, fileBytes })}
        </chakra.span>
      </span>
    </chakra.button>
  )
}
