import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { FieldError } from '#platform/web/ui/field.tsx'
import { MAX_IMPORT_BYTES } from '../rules.ts'

type Of = { title: string; text: string; label: string }
const roster: Of = {
  title: 'Drop your roster file here',
  text: 'CSV or XLSX, up to 10,000 rows and 10 MB, with a header row and a badge number or email column. You review every row before anything changes.',
  label: 'Roster file',
}

/** A drop zone for a file, with a button as an alternative. */
export const ImportChoose = ({
  busy,
  onFile,
  of = roster,
}: {
  busy: boolean
  onFile: (file: File) => void
  of?: Of
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    if (!file || busy) return
    // The server refuses it too; checking here saves an upload that cannot succeed.
    const tooLarge = file.size > MAX_IMPORT_BYTES
    setProblem(tooLarge ? `${file.name} is larger than 10 MB. Split it, or remove columns you don't need.` : null)
    if (!tooLarge) onFile(file)
  }
  return (
    <section
      aria-label="Choose a file"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
      className={cx(
        'flex flex-col items-center gap-3 rounded-ui border-2 border-dashed px-4 py-12 text-center',
        over ? 'border-brand bg-brand-wash' : 'border-line-strong bg-surface',
      )}
    >
      <FileUp aria-hidden className="size-8 text-faint" />
      <p className="text-lead font-semibold">{of.title}</p>
      <p className="max-w-md text-soft">{of.text}</p>
      <Button look="primary" busy={busy} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={of.label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0])
          // Selecting the same, corrected file again counts as a new choice.
          event.target.value = ''
        }}
      />
      {problem && <FieldError>{problem}</FieldError>}
    </section>
  )
}
