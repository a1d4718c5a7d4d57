/// What a reducer does to the presence of features.
package struct Change: Equatable {
    package enum Kind: Equatable {
        /// Puts one there where none is, empty or with a feature in it.
        case add(isFull: Bool)
        case remove
        /// Puts another one in its place.
        case replace(by: Int)
        /// It gets another id and stays otherwise as it is; of a feature with an id.
        case rename(to: Int)
        /// Removes it and adds it again, as it was or without what is in it.
        case readd(asItWas: Bool)
        /// The other way round; of a collection.
        case reverse
        /// Remembers the whole state, and goes back to it.
        case save, restore
    }

    /// Whose reducer does it.
    package enum Moment: CaseIterable {
        /// One that is before all features, and one that is after them.
        case before, after
        /// The one that answers, and the one of the feature around it.
        case own, around
    }

    package var moment: Moment
    package var kind: Kind
    /// The feature, or the collection, that changes.
    package var path: [Place]

    package init(_ moment: Moment, _ kind: Kind, _ path: [Place]) {
        self.moment = moment
        self.kind = kind
        self.path = path
    }
}
