/// Works on pieces on a thread of its own, one after another, while whoever gives them does something else. Results come
/// out in the order of the pieces.
public final class SerialWorker<Piece: Sendable, Result: Sendable>: Sendable {
  private let pieces: BoundedQueue<Piece?>
  private let results: Stage<Result>

  /// A bench for at most `capacity` pieces whose results nobody has taken. What `work` throws comes out of `take`, and ends
  /// the work.
  public init(name: String, capacity: Int, _ work: @Sendable @escaping (consuming Piece) throws -> Result) {
    let pieces = BoundedQueue<Piece?>(capacity: capacity + 1)
    self.pieces = pieces
    results = Stage(name: name, capacity: capacity + 1) { give in
      while let piece = pieces.pop() {
        if !give(try work(piece)) { return }
      }
    }
  }

  deinit { _ = pieces.push(nil) }

  /// Gives a piece. Never waits, unless there are more pieces than the bench is for.
  public func give(_ piece: Piece) { _ = pieces.push(piece) }

  /// The result of the oldest piece, waiting for it; nil if the work has ended with an error before.
  public func take() throws -> Result? { try results.next() }
}
