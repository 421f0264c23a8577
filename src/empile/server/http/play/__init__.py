"""Playing over plain HTTP."""
