/** Shows text written by a customer in its own direction, isolated from the text around it. */
export function CustomerText({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="auto" className={className ? `customer-text ${className}` : 'customer-text'}>
      {children}
    </bdi>
  )
}
