/** Text that somebody outside wrote: shown as it is, in its own direction, without reach into ours. */
export function CustomerText({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="auto" className={className ? `customer-text ${className}` : 'customer-text'}>
      {children}
    </bdi>
  )
}
